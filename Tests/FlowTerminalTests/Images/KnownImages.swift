/// Images that another program has written, without the signature before them and the chunk `IEND` behind them.
struct KnownImage: Sendable, CustomStringConvertible {
  let description: String
  let bytes: [UInt8]
  /// Red, green, blue and opacity of each pixel, row by row.
  let pixels: [UInt8]

  private init(_ description: String, _ hex: String, _ pixels: String) {
    self.description = description
    bytes = PNGFile.signature + [UInt8](hex: hex) + PNGFile.chunk("IEND", [])
    self.pixels = [UInt8](hex: pixels)
  }

  static let all = [
    KnownImage(
      "Gray, 1 bit",
      """
      0000000d4948445200000003000000020100000000b50f5bb70000000274524e5300007693cd380000000c4944415478da63616061000000
      1c000965088ef4
      """,
      """
      000000000000000000000000000000000000000000000000
      """),
    KnownImage(
      "Gray, 2 bits",
      """
      0000000d4948445200000003000000020200000000f2af21670000000274524e5300010194fdae0000000c4944415478da63b9c0c2030002
      9800e575c4e480
      """,
      """
      ffffffff55555500000000ffffffffff55555500ffffffff
      """),
    KnownImage(
      "Gray, 4 bits",
      """
      0000000d49484452000000030000000204000000007defd4c70000000274524e5300090f4f759c0000000e4944415478da63c96c67513000
      0004c30149882f5f5d
      """,
      """
      666666ff99999900ffffffff888888ff99999900222222ff
      """),
    KnownImage(
      "Gray, 8 bits",
      """
      0000000d4948445200000003000000020800000000b81f39c60000000274524e5300f6224d9a11000000104944415478da63991395c2222d
      fc1b0009fe028cdd4c3374
      """,
      """
      9c9c9cfff6f6f6005a5a5affb7b7b7ff090909ff040404ff
      """),
    KnownImage(
      "Gray, 16 bits",
      """
      0000000d4948445200000003000000021000000000e88fe5850000000274524e537dffc100250e000000164944415478da63f9ffbf8ec138
      98e5edefa9c765620132c906c8bfb38aee
      """,
      """
      ffffffff7e7e7e00b0b0b0ffecececff131313ff2f2f2fff
      """),
    KnownImage(
      "Color, 8 bits",
      """
      0000000d49484452000000030000000208020000001216f14d0000000674524e530028000000009f1763540000001c4944415478da63d9d9
      fb3fbf9831f0bf008b5b71f8378f179a1f03015d850932621cdc86
      """,
      """
      b98dffff2800000079ff10ffff0056ff1e48e8ffa2f039ff
      """),
    KnownImage(
      "Color, 16 bits",
      """
      0000000d494844520000000300000002100200000042862d0e0000000674524e53b61e8fcb879b463a45960000002f4944415478da6389be
      a9bb988121da3549a37db6fff98ffd69d92ce12e97629e79793eda15239972a9d86d29430a002a231013192201e6
      """,
      """
      5b2d00ffb58f87000680ecffb1ffe5ffffb9ffffd7ffffff
      """),
    KnownImage(
      "Palette, 1 bit",
      """
      0000000d4948445200000003000000020103000000a7baf45900000006504c54458ed13abf129a0cf231ef0000000274524e5300643c4c68
      790000000c4944415478da63516071000000bc0069b82deed0
      """,
      """
      8ed13a008ed13a00bf129a648ed13a00bf129a64bf129a64
      """),
    KnownImage(
      "Palette, 2 bits",
      """
      0000000d4948445200000003000000020203000000e01a8e890000000c504c5445c0dbdd73fc95f5c2c451859a2b333b9d0000000274524e
      5300643c4c68790000000c4944415478da633160c90000011400a10dbc4f8c
      """,
      """
      c0dbdd0051859affc0dbdd00f5c2c4ff73fc9564f5c2c4ff
      """),
    KnownImage(
      "Palette, 4 bits",
      """
      0000000d49484452000000030000000204030000006f5a7b290000000c504c54457dfa894f9296fcf33c084099be6617580000000274524e
      5300643c4c68790000000e4944415478da636196651178000001ad0119aa8c8e99
      """,
      """
      7dfa8900084099fffcf33cff4f929664084099ff7dfa8900
      """),
    KnownImage(
      "Palette, 8 bits",
      """
      0000000d4948445200000003000000020803000000aaaa96280000000c504c5445219b01dd92f19f4954f4fea9832993880000000274524e
      5300643c4c6879000000104944415478da6361666060f9c7c80800034a010c42522fde
      """,
      """
      f4fea9fff4fea9fff4fea9ffdd92f1649f4954fff4fea9ff
      """),
    KnownImage(
      "Gray with opacity, 8 bits",
      """
      0000000d4948445200000003000000020804000000377dae91000000164944415478da63615066b8cbf09fc5e2ce71464646001b5e03e622
      8fb757
      """,
      """
      0000002300000000000000ff383838ffffffff0000000000
      """),
    KnownImage(
      "Gray with opacity, 16 bits",
      """
      0000000d494844520000000300000002100400000067ed72d2000000234944415478da636160b8cbfc6b86d29f397e8c8c2c154bd2ab59a3
      ff6b6731feff0f007bef0a765bcbc569
      """,
      """
      000000dcfafafaff9696960078787844ffffff43000000ff
      """),
    KnownImage(
      "Color with opacity, 8 bits",
      """
      0000000d49484452000000030000000208060000009d74661a000000234944415478da6379c3f09f41d8bdf2a8dbce27d62cc2228cb796ed
      6078bdbb5f4000008a730a5fc6838b57
      """,
      """
      ec00ff00ff4778c545005c00ff1400daa5ff00c5008e1010
      """),
    KnownImage(
      "Color with opacity, 16 bits",
      """
      0000000d4948445200000003000000021006000000cde4ba590000003b4944415478da636160f8ffdf26feff7f06064deec30b3e2cfeffff
      fa57f15ac13896ffff25580e2f301061647cf9b7f9c4c5b70c40f0aa8581010060f616b79175c790
      """,
      """
      00ff3cff0028ffefffff1600ff17ff2f00008200ffff0000
      """),
    KnownImage(
      "All filters, 3 bytes in a pixel",
      """
      0000000d49484452000000020000000608020000006645d865000000304944415478da636138c1e0f6c88841e3a278de664fc6805b31401e
      930667311031a754739a7fcb62d1e03cafc1c908001b400c84c0ed58ad
      """,
      """
      00c800ff46aa32ff28d117ff6eb349ff50da5cff96bc8eff78e3cfffbec501ffa0ec70ffe6cea2ffc8f53fff0ed771ff
      """),
    KnownImage(
      "All filters, 2 pixels in a byte",
      """
      0000000d49484452000000050000000504000000006df494380000001c4944415478da6366cee8618c480b620a750d609e732f8425342d00
      0036bb05d8bb2cf877
      """,
      """
      000000ff333333ff666666ff999999ffccccccff555555ff888888ffbbbbbbffeeeeeeff111111ffaaaaaaffddddddff000000ff333333ff
      666666ffffffffff222222ff555555ff888888ffbbbbbbff444444ff777777ffaaaaaaffddddddff000000ff
      """),
    KnownImage(
      "Interlaced, 1 by 1",
      """
      0000000d49484452000000010000000108000000014d79abc30000000a4944415478da63610000000a00054a2e40e9
      """,
      """
      000000ff
      """),
    KnownImage(
      "Interlaced, 3 by 2",
      """
      0000000d4948445200000003000000020800000001cf180950000000124944415478da636160d26014619654d40600028800ac0c2b5e87
      """,
      """
      000000ff141414ff282828ff191919ff2d2d2dff414141ff
      """),
    KnownImage(
      "Interlaced, 5 by 9",
      """
      0000000d4948445200000005000000090800000001a8c189d4000000414944415478da6361603ac118c0fc8121650b8b06530ae3076623c7
      508669fb9eb1886830191931566830e7e932dc616191140102a0081030d682d8cc85ca400000f5680daffce42e75
      """,
      """
      000000ff141414ff282828ff3c3c3cff505050ff191919ff2d2d2dff414141ff555555ff696969ff323232ff464646ff5a5a5aff6e6e6eff
      828282ff4b4b4bff5f5f5fff737373ff878787ff9b9b9bff646464ff787878ff8c8c8cffa0a0a0ffb4b4b4ff7d7d7dff919191ffa5a5a5ff
      b9b9b9ffcdcdcdff969696ffaaaaaaffbebebeffd2d2d2ffe6e6e6ffafafafffc3c3c3ffd7d7d7ffebebebffffffffffc8c8c8ffdcdcdcff
      f0f0f0ff040404ff181818ff
      """),
    KnownImage(
      "Interlaced, 1 bit",
      """
      0000000d494844520000000b0000000301000000011a83f870000000104944415478da636080821f40b86a01000bb3033bd3d15568
      """,
      """
      000000ffffffffff000000ffffffffff000000ffffffffff000000ffffffffff000000ffffffffff000000ffffffffff000000ffffffffff
      000000ffffffffff000000ffffffffff000000ffffffffff000000ffffffffff000000ffffffffff000000ffffffffff000000ffffffffff
      000000ffffffffff000000ffffffffff000000ff
      """),
  ]
}
