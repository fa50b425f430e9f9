extension GrowthRow {
  /// All rows, in the order of the table.
  static let all: [GrowthRow] =
    ofRuns + ofOperators + ofGoingBack + ofEvents + ofErrors + ofContext + ofChains + ofPictures + ofTestKit
    + ofExploring + ofScreens
}
