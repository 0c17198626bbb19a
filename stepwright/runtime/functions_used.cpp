#include "stepwright/runtime/functions_used.h"

#include <pjrt_c_api.h>

#include <array>

namespace stepwright {

namespace {

constexpr std::array table{
    FunctionUsed{"PJRT_Error_Destroy", offsetof(PJRT_Api, PJRT_Error_Destroy)},
    FunctionUsed{"PJRT_Error_Message", offsetof(PJRT_Api, PJRT_Error_Message)},
    FunctionUsed{"PJRT_Error_GetCode", offsetof(PJRT_Api, PJRT_Error_GetCode)},
    FunctionUsed{"PJRT_Plugin_Initialize", offsetof(PJRT_Api, PJRT_Plugin_Initialize)},
    FunctionUsed{"PJRT_Plugin_Attributes", offsetof(PJRT_Api, PJRT_Plugin_Attributes), true},
    FunctionUsed{"PJRT_Event_Destroy", offsetof(PJRT_Api, PJRT_Event_Destroy)},
    FunctionUsed{"PJRT_Event_Await", offsetof(PJRT_Api, PJRT_Event_Await)},
    FunctionUsed{"PJRT_Client_Create", offsetof(PJRT_Api, PJRT_Client_Create)},
    FunctionUsed{"PJRT_Client_Destroy", offsetof(PJRT_Api, PJRT_Client_Destroy)},
    FunctionUsed{"PJRT_Client_PlatformName", offsetof(PJRT_Api, PJRT_Client_PlatformName)},
    FunctionUsed{"PJRT_Client_PlatformVersion", offsetof(PJRT_Api, PJRT_Client_PlatformVersion)},
    FunctionUsed{"PJRT_Client_AddressableDevices", offsetof(PJRT_Api, PJRT_Client_AddressableDevices)},
    FunctionUsed{"PJRT_Client_Compile", offsetof(PJRT_Api, PJRT_Client_Compile)},
    FunctionUsed{"PJRT_Client_BufferFromHostBuffer", offsetof(PJRT_Api, PJRT_Client_BufferFromHostBuffer)},
    FunctionUsed{"PJRT_DeviceDescription_Id", offsetof(PJRT_Api, PJRT_DeviceDescription_Id)},
    FunctionUsed{"PJRT_DeviceDescription_Kind", offsetof(PJRT_Api, PJRT_DeviceDescription_Kind)},
    FunctionUsed{"PJRT_DeviceDescription_ToString", offsetof(PJRT_Api, PJRT_DeviceDescription_ToString)},
    FunctionUsed{"PJRT_Device_GetDescription", offsetof(PJRT_Api, PJRT_Device_GetDescription)},
    FunctionUsed{"PJRT_Executable_Destroy", offsetof(PJRT_Api, PJRT_Executable_Destroy)},
    FunctionUsed{"PJRT_Executable_NumOutputs", offsetof(PJRT_Api, PJRT_Executable_NumOutputs)},
    FunctionUsed{"PJRT_Executable_Serialize", offsetof(PJRT_Api, PJRT_Executable_Serialize)},
    FunctionUsed{"PJRT_LoadedExecutable_Destroy", offsetof(PJRT_Api, PJRT_LoadedExecutable_Destroy)},
    FunctionUsed{"PJRT_LoadedExecutable_GetExecutable",
                 offsetof(PJRT_Api, PJRT_LoadedExecutable_GetExecutable)},
    FunctionUsed{"PJRT_LoadedExecutable_AddressableDevices",
                 offsetof(PJRT_Api, PJRT_LoadedExecutable_AddressableDevices)},
    FunctionUsed{"PJRT_LoadedExecutable_Execute", offsetof(PJRT_Api, PJRT_LoadedExecutable_Execute)},
    FunctionUsed{"PJRT_Executable_DeserializeAndLoad",
                 offsetof(PJRT_Api, PJRT_Executable_DeserializeAndLoad)},
    FunctionUsed{"PJRT_Buffer_Destroy", offsetof(PJRT_Api, PJRT_Buffer_Destroy)},
    FunctionUsed{"PJRT_Buffer_ToHostBuffer", offsetof(PJRT_Api, PJRT_Buffer_ToHostBuffer)},
    FunctionUsed{"PJRT_Executable_OutputElementTypes",
                 offsetof(PJRT_Api, PJRT_Executable_OutputElementTypes)},
    FunctionUsed{"PJRT_Executable_OutputDimensions", offsetof(PJRT_Api, PJRT_Executable_OutputDimensions)},
    FunctionUsed{"PJRT_Executable_GetCompiledMemoryStats",
                 offsetof(PJRT_Api, PJRT_Executable_GetCompiledMemoryStats), true},
};

}  // namespace

std::span<const FunctionUsed> functions_used() {
  return table;
}

}  // namespace stepwright
