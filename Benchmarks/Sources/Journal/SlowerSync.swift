#if os(Linux)
  import Glibc
  import Synchronization

  /// Makes each sync of this process slower, as on a disk that needs more time for it.
  ///
  /// The program has a `fdatasync` of its own, which the linker prefers to that of the C library.
  enum SlowerSync {
    /// The time that a sync takes longer, in microseconds; the system adds about 50.
    static var microseconds: Int {
      get { delay.load(ordering: .relaxed) }
      set { delay.store(newValue, ordering: .relaxed) }
    }

    private static let delay = Atomic<Int>(0)

    fileprivate typealias Function = @convention(c) (Int32) -> Int32

    /// The function of the C library.
    fileprivate static let original: Function = {
      // RTLD_NEXT
      let next = UnsafeMutableRawPointer(bitPattern: -1)
      guard let symbol = dlsym(next, "fdatasync") else { fatalError("The C library has no fdatasync.") }
      return unsafeBitCast(symbol, to: Function.self)
    }()
  }

  /// The function that the store and the bare measurement call.
  @_cdecl("fdatasync")
  public func slowerSync(_ descriptor: Int32) -> Int32 {
    let delay = SlowerSync.microseconds
    if delay > 0 {
      var time = timespec(tv_sec: delay / 1_000_000, tv_nsec: delay % 1_000_000 * 1_000)
      nanosleep(&time, nil)
    }
    return SlowerSync.original(descriptor)
  }
#endif
