@testable import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// An event loop retains its lanes, except the one that a delivery holds.
struct LaneReferenceTests {
  @Test("Each reference to a lane is released once, whenever the lane is held", arguments: UInt64(0)..<200)
  func balance(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let eventLoop = EventLoop(queue: DispatchFlowQueue())
    let references = Self.play(40, on: eventLoop, with: &random)
    #expect(references.allSatisfy { $0.lane == nil })
    #expect(eventLoop.currentLane == nil && eventLoop.held == nil && !eventLoop.hasReady)
  }

  private struct Reference {
    weak var lane: Lane?
  }

  /// Makes an event loop refer to two lanes at random, and then release both.
  private static func play(
    _ count: Int, on eventLoop: EventLoop, with random: inout SeededGenerator
  ) -> [Reference] {
    let lanes = (1...2).map { number in
      let id = FlowRunID(flow: "F", number: number)
      let run = Run(ofStepsFromOutside: id, eventLoop: eventLoop, observer: nil, isOpen: false)
      return Lane(in: run, for: nil)
    }
    for _ in 0..<count {
      let lane = lanes[Int.random(in: 0...1, using: &random)]
      switch Int.random(in: 0...5, using: &random) {
      case 0: eventLoop.setLane(lane)
      case 1: eventLoop.setLane(nil)
      case 2:
        let outer = eventLoop.exchangeLane(lane)
        if Bool.random(using: &random) { eventLoop.wake(lane) }
        eventLoop.restoreLane(outer)
      case 3: eventLoop.wake(lane)
      case 4: if let lane = eventLoop.popReady() { eventLoop.release(lane) }
      default: if eventLoop.held != nil { eventLoop.letGo() } else { eventLoop.hold(.passUnretained(lane)) }
      }
    }
    eventLoop.setLane(nil)
    eventLoop.letGo()
    while let lane = eventLoop.popReady() { eventLoop.release(lane) }
    let references = lanes.map { Reference(lane: $0) }
    // A reference that was released too often would deallocate a lane that is still held here.
    withExtendedLifetime(lanes) { #expect(references.allSatisfy { $0.lane != nil }) }
    return references
  }
}
