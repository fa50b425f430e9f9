import FlowDocuments
import Testing

/// Problems of the screens of a document.
struct ScreenProblemTests {
  @Test("The problems of a screen's document are reported with their places", arguments: cases)
  func sentences(_ name: String, _ steps: String, _ expected: [String]) {
    #expect(Kitchen.problems(steps) == expected)
  }

  @Test("A screen by its URL needs a program that loads documents")
  func loader() {
    #expect(
      Kitchen.problems(#"{"id":"s","hub":{"url":"/menu"}}"#, for: Passport.registry()) == [
        #"Line 1, column 57, $.steps[0].hub.url: expected a program that loads documents, found one without a loader."#
      ])
  }

  static let cases: [(String, String, [String])] = [
    (
      "fine",
      #"{"id":"a","stepkit":\#(Kitchen.steps)},{"id":"b","nimbus":\#(Kitchen.view)},{"id":"c","hub":\#(Kitchen.menu)}"#,
      []
    ),
    (
      "kinds", #"{"id":"a","stepkit":{}},{"id":"b","nimbus":[]},{"id":"c","hub":5},{"id":"d","hub":{"url":5,"x":1}}"#,
      [
        #"Line 1, column 54, $.steps[0].stepkit: expected an array of steps, or an object with "url", found an empty object."#,
        #"Line 1, column 77, $.steps[1].nimbus: expected an object with "_:component", or an object with "url", found an empty array."#,
        #"Line 1, column 97, $.steps[2].hub: expected an object or an array of components, or an object with "url", found the integer 5."#,
        #"Line 1, column 123, $.steps[3].hub.url: expected a string, found the integer 5."#,
        #"Line 1, column 129, $.steps[3].hub.x: expected a member of the address: "url", found "x"."#,
      ]
    ),
    (
      "steps",
      #"{"id":"a","stepkit":[]},{"id":"b","stepkit":[{"title":"T","description":"D","action":{"buton":{}}},{"description":"D"}]}"#,
      [
        #"Line 1, column 54, $.steps[0].stepkit: expected an array that isn't empty, found an empty array."#,
        #"Line 1, column 119, $.steps[1].stepkit[0].action: expected an action with exactly one of button, checkBox, checkBoxGroup, timer, customTimer, stepper, found an object with "buton"."#,
        #"Line 1, column 133, $.steps[1].stepkit[1].title: expected a string, found nothing."#,
      ]
    ),
    (
      "components, actions and operations",
      #"{"id":"b","nimbus":{"_:component":"layout:column","children":[{"_:component":"layout:buton","properties":{"onPress":[{"_:action":"flow:complete"},{"_:action":"flow:fly"}],"text":"@{sums(1, 2)} @{"}}]}}"#,
      [
        #"Line 1, column 111, $.steps[0].nimbus.children[0]["_:component"]: expected a component: "else", "forEach", "fragment", "if", "layout:button", "layout:column", "layout:progress", "layout:row", "layout:select", "layout:text", "layout:textInput", "layout:toggle" or "then", found "layout:buton"."#,
        #"Line 1, column 192, $.steps[0].nimbus.children[0].properties.onPress[1]["_:action"]: expected an action: "condition", "dismiss", "flow:complete", "flow:finish", "log", "openUrl", "pop", "popTo", "present", "push", "sendRequest", "setState" or "triggerViewEvent", found "flow:fly"."#,
        #"Line 1, column 212, $.steps[0].nimbus.children[0].properties.text: expected an operation of Nimbus, such as "eq", "and", "condition" or "sum", found "sums"."#,
      ]
    ),
    (
      "a node", #"{"id":"b","nimbus":{"_:component":"layout:column","children":[{"id":5}]}}"#,
      [
        #"Line 1, column 96, $.steps[0].nimbus.children[0]: expected a component of Nimbus, found one where Nimbus reports: expected a string for "_:component", found nothing."#
      ]
    ),
    (
      "no way out", #"{"id":"b","nimbus":{"_:component":"layout:text"}},{"id":"c","hub":{"body":[{"id":"x"}]}}"#,
      [
        #"Line 1, column 53, $.steps[0].nimbus: expected the action "flow:complete" or "flow:finish", which ends the screen, found a document without it."#,
        #"Line 1, column 100, $.steps[1].hub: expected a component whose target has the action "flow:choose" or "food:add", found none."#,
      ]
    ),
    (
      "actions of targets",
      #"{"id":"c","hub":[{"id":"x","target":{"actions":["food:eat",5]},"custom":{"target":{"actions":[7]}}}]}"#,
      [
        #"Line 1, column 82, $.steps[0].hub[0].target.actions[0]: expected an action: "flow:choose" or "food:add", found the string "food:eat"."#,
        #"Line 1, column 93, $.steps[0].hub[0].target.actions[1]: expected an action: "flow:choose" or "food:add", found the integer 5."#,
      ]
    ),
    (
      "results",
      #"{"id":"a","stepkit":\#(Kitchen.steps),"routes":[{"to":"end","when":"@{eq(a.last, 'milk')}"},{"to":"end","when":"@{eq(a.answers.mlk, 'pressed')}"}]},"#
        + #"{"id":"b","nimbus":\#(Kitchen.view),"routes":[{"to":"end","when":"@{eq(b.value.tabel, 'window')}"},{"to":"end","when":"@{eq(b.action, 'flow:go')}"}]},"#
        + #"{"id":"c","hub":\#(Kitchen.menu),"routes":[{"to":"end","when":"@{eq(c.title, 'Soup')}"},{"to":"end","when":"@{eq(c.action, 'shop:add')}"}]}"#,
      [
        #"Line 1, column 302, $.steps[0].routes[0].when: expected values that can be equal for "eq", found the string "yeast" and the string "milk"."#,
        #"Line 1, column 346, $.steps[0].routes[1].when: expected a member of "a.answers": "milk" or "yeast", found "mlk"."#,
        #"Line 1, column 822, $.steps[1].routes[0].when: expected a value with parts before ".tabel", found an object that can be missing."#,
        #"Line 1, column 875, $.steps[1].routes[1].when: expected values that can be equal for "eq", found one of the strings "flow:complete" or "flow:finish" and the string "flow:go"."#,
        #"Line 1, column 1195, $.steps[2].routes[1].when: expected values that can be equal for "eq", found one of the strings "flow:choose" or "food:add" and the string "shop:add"."#,
      ]
    ),
    (
      "values of addresses and states",
      #"{"id":"b","nimbus":{"url":"/@{nobody.first}"},"states":{"who":"@{b.value}"}}"#,
      [
        #"Line 1, column 60, $.steps[0].nimbus.url: expected the id of a step in an expression, found "nobody"."#,
        #"Line 1, column 96, $.steps[0].states.who: expected a value that every way provides at "b", found "b.value", the step's own value."#,
      ]
    ),
    (
      "failures",
      #"{"id":"a","stepkit":\#(Kitchen.steps),"routes":[{"to":"end","when":"failed"}]},{"id":"b","hub":{"url":"/menu"},"routes":[{"to":"end","when":"failed"},{"to":"end","when":"timeout"}]}"#,
      [
        #"Line 1, column 302, $.steps[0].routes[0].when: expected a step of the program, or a screen by its URL, beside a route for its failure, found a step that doesn't fail."#,
        #"Line 1, column 404, $.steps[1].routes[1].when: expected a step of the program, or a screen by its URL, beside a route for its failure, found a step that doesn't fail."#,
      ]
    ),
  ]
}
