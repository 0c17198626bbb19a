// A shared library that is no plugin.
extern "C" int an_unrelated_function() {
  return 1;
}
