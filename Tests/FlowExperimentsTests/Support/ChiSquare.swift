/// Pearson's test of whether counts match their expectations.
enum ChiSquare {
  /// The limits that the statistic of correct counts exceeds with a probability of 0.001, by degrees of freedom.
  static let limits: [Int: Double] = [1: 10.828, 2: 13.816, 3: 16.266, 4: 18.467, 6: 22.458, 9: 27.877]

  /// The statistic of counts whose expectations are in proportion to `weights`.
  static func ofShares(_ counts: [Int], weights: [Double]) -> Double {
    let units = Double(counts.reduce(0, +))
    let whole = weights.reduce(0, +)
    return zip(counts, weights).reduce(0) { sum, cell in
      let expected = units * cell.1 / whole
      let difference = Double(cell.0) - expected
      return sum + difference * difference / expected
    }
  }

  /// The statistic of a table of counts whose rows and columns are independent.
  static func ofIndependence(_ table: [[Int]]) -> Double {
    let rows = table.map { Double($0.reduce(0, +)) }
    let columns = (table.first ?? []).indices.map { column in Double(table.reduce(0) { $0 + $1[column] }) }
    let whole = rows.reduce(0, +)
    var sum = 0.0
    for (row, counts) in table.enumerated() {
      for (column, count) in counts.enumerated() {
        let expected = rows[row] * columns[column] / whole
        let difference = Double(count) - expected
        sum += difference * difference / expected
      }
    }
    return sum
  }
}
