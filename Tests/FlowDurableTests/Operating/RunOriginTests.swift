import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// A start with a known key reports whether the run has other content (law D15).
struct RunOriginTests {
  private let life = DurableLife()

  @Test func `The same key with other content is reported, and the run keeps its content`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let worker = life.worker(flow)
    #expect(try await worker.start(flow, "x", key: "k").origin == .started)
    #expect(try await worker.start(flow, "x", key: "k").origin == .existing(contentDiffers: false))
    let other = try await worker.start(flow, "y", key: "k")
    #expect(other.origin == .existing(contentDiffers: true) && !other.isNew)
    #expect(try await worker.start(flow, key: "k").origin == .existing(contentDiffers: true))
    try await worker.runUntilIdle()
    #expect(try await other.outcome().words == "completed: xa")
    #expect(try await worker.start(flow, "y", key: "k").origin == .existing(contentDiffers: true))
    #expect(try await worker.find(flow, key: "k")?.origin == .existing(contentDiffers: nil))
  }

  @Test func `A run without content differs from a start with content`() async throws {
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let worker = life.worker(flow)
    _ = try await worker.start(flow, key: "k")
    #expect(try await worker.start(flow, key: "k").origin == .existing(contentDiffers: false))
    #expect(try await worker.start(flow, "x", key: "k").origin == .existing(contentDiffers: true))
  }

  @Test func `The content is found in a snapshot, and behind a seal`() async throws {
    let count = FlowStepDeclaration(Any.self, Int.self, identifier: "count") { _, visit in
      Int(visit.key.split(separator: "#").last ?? "") ?? 0
    }.branching(["again": .step("count"), "on": .end]) { $0 == 120 ? "on" : "again" }
    let flow = try DurableFlow(FlowChain("text") { count }, String.self, sealedBy: Salted()) { _ in "" }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    #expect(try await worker.start(flow, "x", key: "k").origin == .existing(contentDiffers: false))
    try await worker.runUntilIdle()
    #expect(try await life.course(of: run.number).first == "snapshot")
    #expect(try await worker.start(flow, "x", key: "k").origin == .existing(contentDiffers: false))
    #expect(try await worker.start(flow, "y", key: "k").origin == .existing(contentDiffers: true))
  }

  @Test func `Content of an earlier version that means the same doesn't differ`() async throws {
    struct Order: Codable, Sendable {
      var id = ""
      var notes: [String] = []

      init(id: String) { self.id = id }

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        notes = try values.decodeIfPresent([String].self, forKey: .notes) ?? []
      }
    }
    let step = FlowStepDeclaration(Order.self, Void.self, identifier: "a") { _, _ in }
    let flow = try DurableFlow(FlowChain("order") { step }, Order.self) { _ in "" }
    _ = try await life.store.add(NewRun(flow: "order", key: "k", content: ["id": "1"]))
    let worker = life.worker(flow)
    #expect(try await worker.start(flow, Order(id: "1"), key: "k").origin == .existing(contentDiffers: false))
    #expect(try await worker.start(flow, Order(id: "2"), key: "k").origin == .existing(contentDiffers: true))
  }
}

/// A codec that seals the same bytes differently each time.
private struct Salted: PayloadCodec {
  func seal(_ bytes: Data, at position: PayloadPosition) -> Data { Data([.random(in: 0...255)]) + bytes }
  func open(_ bytes: Data, at position: PayloadPosition) -> Data { bytes.dropFirst() }
}
