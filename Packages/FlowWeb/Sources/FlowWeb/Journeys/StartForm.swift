import WebServing

/// The form that begins a journey, or a session of screens.
///
/// Somebody else may know the secret of the browser, because it has planted the cookie. So each form has a random number, too, and
/// only the page that was sent gets the cookie of what it has begun.
enum StartForm {
  /// Returns the hidden fields of a new form.
  static func hidden(for secret: JourneySecret) -> [(String, String)] {
    let number = RandomToken.make()
    return [(FormName.form, secret.startToken(number)), (FormName.start, number)]
  }

  /// Finds the number of a form, and the secret for which it was made.
  ///
  /// - Parameters:
  ///   - fields: The fields that the browser has sent.
  ///   - secrets: The secrets of the browser.
  /// - Returns: The number and the secret.
  /// - Throws: ``PageFault/wrongToken`` if the form was made for another browser.
  static func read(
    _ fields: PostedFields, among secrets: some Sequence<JourneySecret>
  ) throws(PageFault) -> (number: String, secret: JourneySecret) {
    guard let number = fields[FormName.start], JourneySecret.isHexadecimal(number), let token = fields[FormName.form],
      let secret = secrets.first(where: { token.isSameSecret(as: $0.startToken(number)) })
    else { throw .wrongToken }
    return (number, secret)
  }
}

extension JourneyPage {
  /// The page that leads on to what a browser has begun.
  static func underWay(_ title: String, at address: String, leave: Link?) -> JourneyPage {
    var page = JourneyPage(.underWay, title, ["You have started. You can continue where you stopped."])
    page.links = [Link(label: "Continue", address: address)]
    page.leave = leave
    return page
  }
}
