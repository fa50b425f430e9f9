import Foundation

/// A file that contains the current schedule, so that a process that ends during the schedule leaves it behind.
///
/// Each choice is written before it happens. The file is mapped into memory: writing needs no system call, and the text
/// stays in the file however the process ends. The rest of the file consists of line breaks, which a schedule's text
/// can contain.
///
/// Use it on one thread.
final class ScheduleFile {
  let path: String

  private let descriptor: Int32
  private var memory: UnsafeMutableRawPointer
  private var capacity = 1 << 16
  private var length = 0
  private let report: TrapReport

  /// Creates a file in the temporary directory. Returns nil if the system has no room for it.
  init?() {
    var template = Array((FileManager.default.temporaryDirectory.path + "/FlowState-schedule-XXXXXX.txt").utf8CString)
    descriptor = mkstemps(&template, 4)
    guard descriptor >= 0 else { return nil }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let memory = Self.map(descriptor, capacity) else {
      close(descriptor)
      unlink(path)
      return nil
    }
    self.memory = memory
    memset(memory, 0x0A, capacity)
    report = TrapReport(
      """
      FlowState: the process ended inside a schedule, which is in \(path)
      To see it again: try explorer.replay(contentsOf: "\(path)")

      """)
  }

  deinit {
    munmap(memory, capacity)
    close(descriptor)
    unlink(path)
  }

  private static func map(_ descriptor: Int32, _ capacity: Int) -> UnsafeMutableRawPointer? {
    guard ftruncate(descriptor, off_t(capacity)) == 0 else { return nil }
    let memory = mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    return memory == MAP_FAILED ? nil : memory
  }

  /// Starts a schedule without choices.
  func begin() {
    memset(memory, 0x0A, length)
    length = 0
  }

  /// Writes a choice that is about to happen.
  func append(_ choice: FlowSchedule.Choice) {
    var line = choice.description
    line.withUTF8 { text in
      // The file always ends with a line break.
      guard length + text.count + 2 <= capacity || grow(by: text.count + 2) else { return }
      guard let start = text.baseAddress else { return }
      memory.advanced(by: length).copyMemory(from: start, byteCount: text.count)
      length += text.count + 1
    }
  }

  private func grow(by count: Int) -> Bool {
    let larger = max(capacity * 2, capacity + count)
    guard let memory = Self.map(descriptor, larger) else { return false }
    memset(memory + capacity, 0x0A, larger - capacity)
    munmap(self.memory, capacity)
    self.memory = memory
    capacity = larger
    return true
  }
}
