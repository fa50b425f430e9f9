/// The characters beside which a line doesn't break, even next to an East Asian letter or an emoji: the most common
/// characters of the classes OP, CL, CP, EX, IS, NS, and QU of Unicode Standard Annex #14. A straight quotation mark
/// isn't among them, because it can belong to either side.
extension Character {
  /// Whether a line must not end with the character, such as an opening bracket.
  var beginsUnit: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    if scalar.isASCII { return scalar == "(" || scalar == "[" || scalar == "{" }
    if scalar == "¡" || scalar == "¿" { return true }
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: return true
    default: return false
    }
  }

  /// Whether a line must not begin with the character, such as a closing bracket, a full stop, or a small kana letter.
  var endsUnit: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar {
    case "!", "?", ",", ".", ":", ";", "%", "/", "…", "‥": return true
    // Their wide forms
    case "！", "？", "，", "．", "：", "；", "％", "／", "、", "。", "｡", "､", "‼", "⁇", "⁈", "⁉": return true
    // Marks of repetition and length, the middle dot, and the wave that represents a dash
    case "々", "〻", "ゝ", "ゞ", "ヽ", "ヾ", "ー", "ｰ", "゛", "゜", "・", "･", "〜", "゠": return true
    default: break
    }
    if scalar.isASCII { return scalar == ")" || scalar == "]" || scalar == "}" }
    switch scalar.value {
    // Small kana, which belong to the preceding letter
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095...0x3096: return true
    case 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30F5...0x30F6: return true
    case 0x31F0...0x31FF, 0xFF67...0xFF6F: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation: return true
    default: return false
    }
  }
}
