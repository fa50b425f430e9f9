import DemoServer
import FlowCommandLine
import FlowJSON
import Foundation

/// Routes requests of the embedded bank.
///
/// `PUT /payments/KEY` with `{"cents": 320}` pays, and `DELETE /payments/KEY` refunds. Both can be repeated, because
/// the key identifies the payment.
struct PaymentRoutes: Sendable {
  let ledger: PaymentLedger

  /// Returns the response to a request.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let prefix = "/payments/"
    guard request.path.hasPrefix(prefix), let key = request.path.dropFirst(prefix.count).removingPercentEncoding,
      !key.isEmpty
    else { return HTTPResponse(.notFound, error: "Nothing is at \(request.path.quoted): expected '/payments/KEY'.") }
    switch request.method {
    case "PUT":
      guard let body = try? JSONValue(parsing: request.body), case .integer(let cents)? = body["cents"],
        (1...100_000_000).contains(cents)
      else { return HTTPResponse(.malformed("expected a body such as {\"cents\": 320}")) }
      return reply { () throws(PaymentLedgerError) in try ledger.pay(Int(cents), key: key) }
    case "DELETE": return reply { () throws(PaymentLedgerError) in try ledger.refund(key: key) }
    default:
      let sentence = "The method \(request.method.quoted) is not allowed at '/payments/KEY': expected PUT or DELETE."
      return HTTPResponse(.methodNotAllowed, error: sentence, allow: "PUT, DELETE")
    }
  }

  private func reply(_ work: () throws(PaymentLedgerError) -> Payment) -> HTTPResponse {
    do throws(PaymentLedgerError) {
      let payment = try work()
      let json: JSONValue = ["id": .string(payment.id), "cents": .integer(Int64(payment.cents))]
      return HTTPResponse(.ok, json: Data(json.jsonText.utf8))
    } catch {
      let status: HTTPStatus =
        switch error {
        case .file: .internalServerError
        case .otherAmount: .unprocessableContent
        case .unknown: .notFound
        }
      return HTTPResponse(status, error: error.description)
    }
  }
}
