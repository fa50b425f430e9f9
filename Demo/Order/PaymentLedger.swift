import DemoServer
import FlowJSON
import Foundation

/// The payments that the embedded bank has received, in a JSON file. Like a real bank, it survives the demo's process.
///
/// The ledger is a value without a cache: each call reads the file. The server's loop makes the calls one at a time.
struct PaymentLedger: Sendable {
  /// The maximum size of the file, in bytes.
  static let sizeLimit = 1 << 20

  /// The file.
  let path: String

  /// The ledger of the bank that takes the payments of a journal. All names of a journal lead to the same ledger.
  static func beside(journal: String) throws(DocumentError) -> PaymentLedger {
    do {
      return PaymentLedger(path: "\(try FilePath.followingLinks(journal)).payments.json")
    } catch {
      throw .unreadable(name: journal, reason: error)
    }
  }

  /// Adds a payment, or returns the existing one with the key.
  func pay(_ cents: Int, key: String) throws(PaymentLedgerError) -> Payment {
    var payments = try load()
    if let known = payments.first(where: { $0.key == key }) {
      guard known.cents == cents else { throw .otherAmount(key: key, paid: known.cents, asked: cents) }
      return known
    }
    let payment = Payment(key: key, id: "p\(payments.count + 1)", cents: cents)
    payments.append(payment)
    try save(payments)
    return payment
  }

  /// Refunds the payment with a key. A second refund has no effect.
  func refund(key: String) throws(PaymentLedgerError) -> Payment {
    var payments = try load()
    guard let index = payments.firstIndex(where: { $0.key == key }) else { throw .unknown(key: key) }
    payments[index].isRefunded = true
    try save(payments)
    return payments[index]
  }

  /// Returns all payments, in order of arrival.
  func load() throws(PaymentLedgerError) -> [Payment] {
    let contents: FileContents
    do {
      contents = try FileContents.read(path, limit: Self.sizeLimit)
    } catch {
      throw .file(path: path, reason: "\(error)")
    }
    switch contents {
    case .missing: return []
    case .notAFile(let found): throw .file(path: path, reason: "expected a file, found \(found)")
    case .tooLarge: throw .file(path: path, reason: "it has more than \(Self.sizeLimit) bytes")
    case .bytes(let data):
      do {
        return try JSONDecoder().decode([Payment].self, from: data)
      } catch {
        throw .file(path: path, reason: "it isn't a list of payments")
      }
    }
  }

  private func save(_ payments: [Payment]) throws(PaymentLedgerError) {
    let data: Data
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      data = try encoder.encode(payments)
    } catch {
      throw .file(path: path, reason: "\(error)")
    }
    // A larger file couldn't be read again, and the bank would have lost all payments.
    guard data.count <= Self.sizeLimit else {
      let reason = "expected at most \(Self.sizeLimit) bytes with the new payment, found \(data.count)"
      throw .file(path: path, reason: reason)
    }
    do {
      try AtomicFile(path: path).replace(with: data)
    } catch {
      throw .file(path: path, reason: "\(error)")
    }
  }
}

/// The reason why the bank refuses a request.
enum PaymentLedgerError: Error, Equatable, CustomStringConvertible {
  /// The file can't be used.
  case file(path: String, reason: String)
  /// A payment with the key has another amount.
  case otherAmount(key: String, paid: Int, asked: Int)
  /// No payment has the key.
  case unknown(key: String)

  var description: String {
    switch self {
    case .file(let path, let reason): "The payments in '\(path)' can't be used: \(reason)."
    case .otherAmount(let key, let paid, let asked):
      "The payment '\(key)' has \(paid) cents, and can't become one of \(asked)."
    case .unknown(let key): "There is no payment '\(key)'."
    }
  }
}
