import FlowJSON

/// A document that uses every key of the default schema.
enum FullDocument {
  static let component: JSONObject = [
    "id": "c", "group": "g", "component": ["id": "shop:tile", "category": "card"],
    "text": ["title": "T", "subtitle": "S", "accessory": "A", "description": "D"],
    "images": [
      "icon": "star",
      "main": ["uri": "https://example.org/a.png", "placeholder": "p", "local": "l", "custom": ["tint": "red"]],
      "background": ["uri": "https://example.org/b.png"],
      "custom": ["badge": ["local": "new"], "stamp": ["custom": [:]]],
    ],
    "target": [
      "uri": "spotify:hub:x", "actions": ["n:a", "n:b"], "custom": ["t": [1, 2.5]],
      "view": [
        "id": "i", "title": "Initial",
        "body": [["id": "inner", "component": ["id": "a:b", "category": "row"], "target": [:]]],
      ],
    ],
    "metadata": ["m": 1], "logging": ["l": nil], "custom": ["deep": ["er": [true]]],
    "children": [
      ["id": "child", "component": ["id": "a:b", "category": "banner"], "metadata": [:]]
    ],
  ]

  static let view: JSONObject = [
    "id": "v", "title": "Title",
    "header": ["id": "top", "component": ["id": "a:head", "category": "header"], "text": ["title": "Top"]],
    "body": [.object(component), ["id": "d", "component": ["id": "a:b", "category": "row"]]],
    "overlays": [["id": "o", "component": ["id": "a:b", "category": "whatever"], "logging": ["x": "y"]]],
    "custom": ["k": 1],
  ]
}
