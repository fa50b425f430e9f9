@testable import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// An event loop retains its lanes, except the one that a delivery holds.
struct LaneReferenceTests {
  @Test("Each reference to a lane is released once, whenever the lane is held", arguments: UInt64(0)..<200)
  func balance(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let lanes = Self.play(40, with: &random)
    #expect(lanes.allSatisfy { $0.lane == nil })
  }

  private struct Reference {
    weak var lane: Lane?
  }

  /// Refers to two lanes at random, and then releases both.
  private static func play(_ count: Int, with random: inout SeededGenerator) -> [Reference] {
    let eventLoop = EventLoop(queue: DispatchFlowQueue())
    let lanes = (1...2).map { number in
      let id = FlowRunID(flow: "F", number: number)
      let run = Run(ofStepsFromOutside: id, eventLoop: eventLoop, observer: nil, isOpen: false)
      return Lane(in: run, for: nil)
    }
    var references = LaneReferences()
    for _ in 0..<count {
      let lane = lanes[Int.random(in: 0...1, using: &random)]
      switch Int.random(in: 0...5, using: &random) {
      case 0: references.setCurrent(lane)
      case 1: references.setCurrent(nil)
      case 2:
        let outer = references.exchangeCurrent(lane)
        if Bool.random(using: &random) { references.wake(lane) }
        references.restoreCurrent(outer)
      case 3: references.wake(lane)
      case 4: if let lane = references.popReady() { references.release(lane) }
      default: if references.held != nil { references.endHolding() } else { references.hold(.passUnretained(lane)) }
      }
    }
    references.setCurrent(nil)
    references.endHolding()
    while let lane = references.popReady() { references.release(lane) }
    #expect(references.current == nil && references.held == nil && !references.hasReady)
    let weakly = lanes.map { Reference(lane: $0) }
    // A reference that was released too often would deallocate a lane that is still held here.
    withExtendedLifetime(lanes) { #expect(weakly.allSatisfy { $0.lane != nil }) }
    return weakly
  }
}
