/// Which elements of two sequences stand for each other: a longest common subsequence, after E. W. Myers, "An O(ND)
/// Difference Algorithm and Its Variations" (1986). A pure function.
enum Alignment {
    /// More insertions and removals than this are not looked for: then what lies between the common beginning and the
    /// common end counts as replaced.
    static let editLimit = 1000

    /// Places of equal elements, rising in both.
    static func pairs<Element: Equatable>(_ left: [Element], _ right: [Element]) -> [(left: Int, right: Int)] {
        var start = 0
        while start < left.count, start < right.count, left[start] == right[start] { start += 1 }
        var end = 0
        while end < left.count - start, end < right.count - start,
            left[left.count - 1 - end] == right[right.count - 1 - end]
        {
            end += 1
        }
        var pairs = (0..<start).map { (left: $0, right: $0) }
        let middle = middlePairs(left[start..<(left.count - end)], right[start..<(right.count - end)])
        pairs.append(contentsOf: middle)
        for index in (0..<end).reversed() { pairs.append((left.count - 1 - index, right.count - 1 - index)) }
        return pairs
    }

    private static func middlePairs<Element: Equatable>(
        _ left: ArraySlice<Element>, _ right: ArraySlice<Element>
    ) -> [(left: Int, right: Int)] {
        guard !left.isEmpty, !right.isEmpty else { return [] }
        let limit = min(editLimit, left.count + right.count)
        // How far each diagonal was followed with so many edits; the first has an imaginary step before it.
        var reach = [Int](repeating: 0, count: 2 * limit + 3)
        var history: [[Int]] = []
        for edits in 0...limit {
            history.append(reach)
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                let place = diagonal + limit + 1
                let goesDown = diagonal == -edits || (diagonal != edits && reach[place - 1] < reach[place + 1])
                var x = goesDown ? reach[place + 1] : reach[place - 1] + 1
                while x < left.count, x - diagonal < right.count, x - diagonal >= 0,
                    left[left.startIndex + x] == right[right.startIndex + x - diagonal]
                {
                    x += 1
                }
                reach[place] = x
                if x >= left.count, x - diagonal >= right.count {
                    return trace(history, (left, right), limit)
                }
            }
        }
        return []
    }

    /// Walks back from the end, and gathers the steps that took an element from both.
    private static func trace<Element>(
        _ history: [[Int]], _ sides: (left: ArraySlice<Element>, right: ArraySlice<Element>), _ limit: Int
    ) -> [(left: Int, right: Int)] {
        var (x, y) = (sides.left.count, sides.right.count)
        var pairs: [(left: Int, right: Int)] = []
        for edits in (0..<history.count).reversed() {
            let reach = history[edits]
            let diagonal = x - y
            let place = diagonal + limit + 1
            let goesDown = diagonal == -edits || (diagonal != edits && reach[place - 1] < reach[place + 1])
            let fromX = reach[goesDown ? place + 1 : place - 1]
            let fromY = fromX - (goesDown ? diagonal + 1 : diagonal - 1)
            while x > fromX, y > fromY {
                x -= 1
                y -= 1
                pairs.append((sides.left.startIndex + x, sides.right.startIndex + y))
            }
            if edits > 0 { (x, y) = (fromX, fromY) }
        }
        return pairs.reversed()
    }
}
