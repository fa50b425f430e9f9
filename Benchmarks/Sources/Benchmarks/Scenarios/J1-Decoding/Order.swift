/// The value that J1 decodes: a record as shops send it, with all that decoders meet: text, numbers, booleans, lists, maps, absent
/// members and members that nobody asked for.
struct Order: Decodable {
  struct Customer: Decodable {
    let name: String
    let email: String?
    let address: [String]
  }

  struct Item: Decodable {
    let title: String
    let quantity: Int
    let price: Double
    let isGift: Bool
  }

  enum State: String, Decodable { case open, paid, shipped }

  let id: Int
  let state: State
  let customer: Customer
  let items: [Item]
  let labels: [String: String]
  let note: String?

  /// A number that is wrong as soon as one of the members is.
  var check: Int {
    var sum = id &+ (state == .paid ? 1 : 0) &+ (note?.utf8.count ?? 7)
    sum = sum &+ customer.name.utf8.count &+ (customer.email?.utf8.count ?? 5)
    for line in customer.address { sum = sum &+ line.utf8.count }
    for item in items {
      sum = sum &+ item.quantity &* Int(item.price * 100) &+ item.title.utf8.count &+ (item.isGift ? 1 : 0)
    }
    for (name, value) in labels { sum = sum &+ name.utf8.count &* value.utf8.count }
    return sum
  }

  /// The JSON of the order with a number.
  static func json(_ number: Int) -> String {
    let state = ["open", "paid", "shipped"][number % 3]
    let email = number % 4 == 0 ? "" : #""email": "customer\#(number)@example.org", "#
    let note = number % 5 == 0 ? #""Ring twice,\nthen say \"M\u00fcller\"""# : "null"
    let items = (0..<number % 4).map { item in
      #"{"title": "Crate of apples \#(item)", "quantity": \#(item + 1), "price": \#(number % 90).25, "isGift": \#(item == 1), "#
        + #""weight": [1.5, "kg"]}"#
    }
    return """
      {
        "id": \(number), "state": "\(state)", "channel": {"kind": "web", "version": 3},
        "customer": {"name": "Zoë Groß \(number)", \(email)"address": ["Seestrasse \(number)", "8002 Zürich"]},
        "items": [\(items.joined(separator: ", "))],
        "labels": {"origin": "shop \(number % 7)", "priority": "normal"}, "note": \(note)
      }
      """
  }
}
