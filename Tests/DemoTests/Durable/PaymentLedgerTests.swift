import DemoTestSupport
import Foundation
import Testing

@testable import Demo

/// The file of the embedded bank.
struct PaymentLedgerTests {
  @Test("A payment for which the file has no room is refused, and the others stay")
  func full() throws {
    let folder = try TemporaryFolder()
    let ledger = PaymentLedger(path: folder.file("payments.json"))
    let first = try ledger.pay(320, key: String(repeating: "k", count: PaymentLedger.sizeLimit - 1_000))
    #expect(throws: PaymentLedgerError.self) { try ledger.pay(320, key: String(repeating: "l", count: 1_000)) }
    do {
      _ = try ledger.pay(320, key: String(repeating: "l", count: 1_000))
    } catch {
      let start =
        "The payments in '\(ledger.path)' can't be used: expected at most 1048576 bytes with the new payment, found "
      #expect(error.description.hasPrefix(start))
    }
    #expect(try ledger.load() == [first])
    #expect(try ledger.refund(key: first.key).isRefunded)
    #expect(try ledger.pay(250, key: "m").cents == 250)
  }
}
