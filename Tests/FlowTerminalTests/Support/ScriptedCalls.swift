import Glibc

import TestSupport

@testable import FlowTerminal

/// System calls that return scripted answers and record what was requested.
final class ScriptedCalls: Sendable {
  enum Answer: Sendable {
    case bytes([UInt8])
    case takes(Int)
    case fails(CInt)
  }

  struct State: Sendable {
    var answers: [Answer]
    var written: [[UInt8]] = []
    var waits: [DescriptorCalls.Direction] = []
    var reads = 0
  }

  let state: Guarded<State>

  init(_ answers: [Answer] = []) {
    state = Guarded(State(answers: answers))
  }

  /// Reads return the next answer, then the end of input. Writes return the next answer, then accept everything.
  var calls: DescriptorCalls {
    DescriptorCalls(
      read: { [state] _, buffer in
        switch state.withLock({ state in
          state.reads += 1
          return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }) {
        case .bytes(let bytes):
          buffer.copyBytes(from: bytes)
          return .count(bytes.count)
        case .fails(let code): return .failed(code)
        case .takes, nil: return .count(0)
        }
      },
      write: { [state] _, buffer in
        let bytes = Array(buffer)
        return state.withLock { state in
          switch state.answers.isEmpty ? nil : state.answers.removeFirst() {
          case .fails(let code): return .failed(code)
          case .takes(let count):
            state.written.append(Array(bytes.prefix(count)))
            return .count(min(count, bytes.count))
          case .bytes, nil:
            state.written.append(bytes)
            return .count(bytes.count)
          }
        }
      },
      wait: { [state] _, direction in
        state.withLock { $0.waits.append(direction) }
        return .count(1)
      }
    )
  }

  var written: [String] { state.withLock { $0.written.map { String(decoding: $0, as: UTF8.self) } } }
  var waits: [DescriptorCalls.Direction] { state.withLock { $0.waits } }
  var reads: Int { state.withLock { $0.reads } }
}
