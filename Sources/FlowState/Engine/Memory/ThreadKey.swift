#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// A pointer of each thread; nil at first.
struct ThreadKey {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    requireUse(status == 0, "The system has no thread-local slot left for FlowState (error \(status)).")
    self.key = key
  }

  /// The pointer of the calling thread.
  var pointer: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
