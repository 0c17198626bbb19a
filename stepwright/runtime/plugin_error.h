#pragma once

#include <stdexcept>
#include <string>

namespace stepwright {

// A PJRT plugin reported an error. The message carries the plugin's own text.
class PluginError : public std::runtime_error {
 public:
  PluginError(std::string function, std::string code, std::string text);

  const std::string& function() const { return function_; }  // "PJRT_Client_Compile"
  const std::string& code() const { return code_; }          // "INVALID_ARGUMENT"
  const std::string& text() const { return text_; }          // the plugin's

 private:
  std::string function_;
  std::string code_;
  std::string text_;
};

}  // namespace stepwright
