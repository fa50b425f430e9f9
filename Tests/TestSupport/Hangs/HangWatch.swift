#if os(Linux)
  import Foundation

  /// Ends the test process if a test hangs, and says which test, and where its threads are.
  ///
  /// A time limit of Swift Testing cancels a task, which doesn't end a test that blocks its thread, and stands at each
  /// test. The watch needs no word in any test: it reads the stream of events that Swift Testing writes, on a thread of
  /// its own. The process asks for the stream by starting itself again, before `main`, with one more argument.
  enum HangWatch {
    /// The seconds without an event after which the tests hang.
    private static var limit: Int {
      environment("FLOWSTATE_HANG_SECONDS").flatMap { Int($0) }
        ?? (isThreadSanitized || Trials.areAll ? 900 : 100)
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Begins to watch, if this is a process that runs tests.
    static func begin() {
      // The process of an exit test is watched by the one that waits for it.
      guard CommandLine.arguments.contains("swift-testing"), environment("SWT_EXIT_TEST_ID") == nil else { return }
      // A write to a pipe whose reader has ended must fail, and not end the tests. Children inherit signals that are ignored, and no
      // handlers.
      signal(SIGPIPE) { _ in }
      let numbers = (environment("FLOWSTATE_EVENTS") ?? "").split(separator: " ").compactMap { Int32($0) }
      // Children inherit the variable, and are other processes.
      guard numbers.count == 3, numbers[0] == getpid() else { return restart() }
      for end in numbers.dropFirst() { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      Thread.detachNewThread { watch(numbers[1]) }
    }

    /// Starts the program again in this process, with a pipe for its events.
    private static func restart() {
      let option = "--event-stream-output-path"
      var ends: [Int32] = [0, 0]
      guard !CommandLine.arguments.contains(where: { $0.hasSuffix(option.dropFirst(2)) }), pipe(&ends) == 0,
        let program = realpath("/proc/self/exe", nil)
      else { return }
      setenv("FLOWSTATE_EVENTS", "\(getpid()) \(ends[0]) \(ends[1])", 1)
      // All tests at once would hold all their memory at once, and an event would wait for the turns of thousands.
      setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "\(2 * ProcessInfo.processInfo.activeProcessorCount)", 0)
      // Of all that tests on many threads have released, glibc would keep half a gigabyte in pools for each thread.
      setenv("MALLOC_ARENA_MAX", "1", 0)
      let arguments = CommandLine.arguments + [option, "/dev/fd/\(ends[1])", "--event-stream-version", "0"]
      execv(program, arguments.map { strdup($0) } + [nil])
    }

    /// Reads the events, and counts the seconds without one.
    private static func watch(_ events: Int32) {
      let limit = limit
      var tests = RunningTests()
      var (hasRead, processorTime) = (false, 0)
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var second = DispatchTime.now().uptimeNanoseconds
      while true {
        var request = pollfd(fd: events, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 1_000) > 0 {
          let count = read(events, &buffer, buffer.count)
          guard count > 0 else { return }
          buffer.withUnsafeBytes { tests.read(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
          hasRead = true
        }
        let now = DispatchTime.now().uptimeNanoseconds
        guard now >= second + 1_000_000_000 else { continue }
        second = now
        // While tests begin and end, the processes need not be looked at.
        guard !hasRead else {
          hasRead = false
          continue
        }
        // A test that waits for a process that computes, such as the compiler, makes progress. Such waits have a bound.
        let family = ProcessFamily()
        if family.processorTime == processorTime { tests.passSecond() }
        processorTime = family.processorTime
        guard !tests.names.isEmpty, tests.seconds >= limit else { continue }
        report(tests)
        // The test that waits for a child can go on when the child ends, and end the process first.
        atexit { _exit(EXIT_FAILURE) }
        for child in family.members { kill(child, SIGKILL) }
        _exit(EXIT_FAILURE)
      }
    }

    /// Prints the tests that run, and what each thread executes.
    private static func report(_ tests: RunningTests) {
      let names = tests.names.prefix(100).map { "  \($0)\n" }.joined()
      let text = """
        error: The tests hang: none has begun or ended for \(tests.seconds) seconds. \(tests.names.count) run:
        \(names)Threads:

        """
      FileHandle.standardError.write(Data(text.utf8))
      let threads = """
        demangle=cat
        if command -v swift-demangle >/dev/null; then demangle='swift-demangle --simplified'; fi
        if command -v gdb >/dev/null; then
          timeout 60 gdb -p \(getpid()) -nx -batch -ex 'set print frame-arguments none' \\
            -ex 'thread apply all backtrace 30' 2>/dev/null | grep -E '^(Thread|#)'
        else
          timeout 60 lldb -p \(getpid()) --batch -o 'thread backtrace all' 2>/dev/null | grep -E '(thread|frame) #'
        fi | $demangle | cut -c1-240 | head -n 1000 >&2
        """
      _ = system(threads)
    }
  }

  /// Begins before `main`.
  @section(".init_array") @used
  private let beginning: @convention(c) () -> Void = { HangWatch.begin() }
#endif
