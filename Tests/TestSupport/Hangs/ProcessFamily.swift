#if os(Linux)
  import Foundation

  /// The processes that this one has started, and those that they have started.
  struct ProcessFamily {
    private(set) var members: [pid_t] = []
    /// The processor time that the members have taken, in ticks of the system.
    private(set) var processorTime = 0

    init() {
      var children: [pid_t: [(process: pid_t, time: Int)]] = [:]
      for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
        guard let process = pid_t(entry),
          let text = try? String(contentsOfFile: "/proc/\(entry)/stat", encoding: .utf8),
          // The name of the program stands in parentheses, and may contain some.
          let end = text.lastIndex(of: ")")
        else { continue }
        let fields = text[end...].split(separator: " ")
        guard fields.count > 13, let parent = pid_t(fields[2]), let user = Int(fields[12]), let system = Int(fields[13])
        else { continue }
        children[parent, default: []].append((process, user + system))
      }
      var parents = [getpid()]
      while let parent = parents.popLast() {
        for child in children[parent] ?? [] {
          members.append(child.process)
          processorTime += child.time
          parents.append(child.process)
        }
      }
    }
  }
#endif
