/// The headers of all replies: a browser loads nothing but the server's own style, script, and pictures, and no other site can frame a
/// page or read it. Scripts may connect to the server, because open pages follow what they show.
package enum SafetyHeaders {
  package static let all = [
    (
      "content-security-policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
        + "frame-ancestors 'none'; base-uri 'none'"
    ),
    ("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"), ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin"),
  ]
}
