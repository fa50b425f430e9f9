#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// Makes a key for a value of each thread.
func makeThreadKey() -> pthread_key_t {
  var key = pthread_key_t()
  let status = pthread_key_create(&key, nil)
  requireUse(status == 0, "The system has no thread-local slot left for FlowState (error \(status)).")
  return key
}
