import FlowMarkup
import Hummingbird

/// The page that lists what the demo shows.
enum IndexPage {
  /// The pages with their addresses, and the address of the console; nil if its port isn't known.
  static func html(console: String?) -> Markup {
    let items = entries.map { entry -> Markup in
      "<li><a href=\"\(entry.path)\">\(entry.title)</a><span>\(entry.about)</span></li>\n"
    }
    let steering = console.map { address -> Markup in
      "<li><a href=\"\(address)\">The console</a><span>Shows and steers the durable runs</span></li>\n"
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Flows as pages</title>
      <link rel="stylesheet" href="/index.css">
      </head>
      <body><main>
      <h1>Flows as pages</h1>
      <ul>
      \(items)\(steering)      </ul>
      </main></body>
      </html>

      """
  }

  private static let entries: [(path: String, title: String, about: String)] = [
    ("/sign-up", "A sign-up", "Durable, in one of two orders, drawn by an experiment"),
    ("/order", "An order of tea", "Durable, with a payment, a wait, and a refund when you go back or leave"),
    ("/recipe", "A recipe", "A screen of StepKit with a countdown, in memory"),
    ("/booking", "A booking", "A screen of Nimbus, in memory"),
    ("/menu", "A menu", "A screen of Hub with pictures, in memory"),
  ]

  static let style = """
    :root { color-scheme: light dark; }
    body { margin: 0; background: light-dark(#fff, #14171a); color: light-dark(#0b0c0c, #f0f2f4); font: 1.1875rem/1.45 system-ui, sans-serif; }
    main { max-width: 42rem; margin: 0 auto; padding: 1rem; }
    ul { list-style: none; padding: 0; }
    li { padding: 0.75rem 0; border-bottom: 1px solid light-dark(#c3c8cc, #3d444b); }
    a { color: light-dark(#0b5394, #8ec5ff); font-weight: 700; }
    span { display: block; color: light-dark(#484f58, #b6bec6); }
    """
}
