import FlowNavigation
import FlowState

// Declarations that the comments of FlowNavigation use.

enum FlowPagesComments {
  enum Page { case name, email }

  @MainActor static func signUp(_ pages: FlowPages<Page>) -> FlowRun {
    pages.start(
      Flow(Any.self, String.self, identifier: "Sign up", onMainActor: { _ in pages.step(.name, Any.self, String.self) })
    )
  }
}

enum FlowPages_EntriesComments {
  enum Page { case name, email }
}
