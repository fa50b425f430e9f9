/// The scalars that cover two columns, and those that cover none, according to Unicode 17. Emoji come from the standard
/// library instead.
enum DisplayWidthTable {
  /// The ranges of the East Asian Wide and Fullwidth scalars, in order. They include unassigned scalars in between.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul Jamo, the leading consonants
    0x2329...0x232A,  // angle brackets
    0x2630...0x2637, 0x268A...0x268F,  // trigrams
    0x2E80...0x303E,  // radicals, ideographic punctuation
    0x3041...0x3247, 0x3250...0xA4C6,  // kana, bopomofo, ideographs, hexagrams, Yi
    0xA960...0xA97C,  // more Jamo
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19, 0xFE30...0xFE6B,  // vertical and small forms
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
    0x16FE0...0x18DF2,  // Tangut, Khitan, Nüshu
    0x1AFF0...0x1B2FB,  // more kana
    0x1D300...0x1D376,  // Tai Xuan Jing symbols, counting rods
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x2FFFD, 0x30000...0x3FFFD,  // the planes of ideographs
  ]

  static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  static func isZero(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD: false  // the soft hyphen, which terminals draw
    case _ where scalar.isVisibleSign: false
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: true  // vowels and final consonants, drawn into the syllable
    case 0x302E...0x302F, 0x3164, 0xFFA0: true  // tone marks and fillers of Hangul
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }
}
