// swift-format-ignore-file
// The code of Styling.md, which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' in the root of the repository has written.
import Dispatch
import FlowMarkup
import FlowState
import FlowWeb
import Foundation
import Synchronization
import UnixSignals
extension StylingPage {
static func block_0_0() async throws {
#sourceLocation(file: "Packages/FlowWeb/Styling.md", line: 9)



struct ShopStyle: PageStyle {
  func head(_ page: JourneyPage) -> Markup {
    """
    \(DefaultPageStyle().head(page))
    <link rel="stylesheet" href="/shop.css">
    """
  }

  func top(_ page: JourneyPage) -> Markup { "<header class=\"top\"><a href=\"/\">The shop</a></header>" }
}
let styled = pages.styled(by: ShopStyle())
try await use(styled)
}
#sourceLocation()
}

private func use<each Value>(_ values: repeat each Value) async throws {}
