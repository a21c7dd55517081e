/// How the columns of the list share its width. A value.
struct ListColumns {
    let number: Int
    let method = 7
    let url: Int
    let status = 3
    /// The media type; 0 where nobody wants it.
    let type: Int
    /// 0 where there is no room for it.
    let size: Int
    let time: Int
    let waterfall: Int

    /// - Parameter highest: the highest number that is shown.
    init(_ width: Int, highest: UInt64, _ choice: ListChoice = .usual) {
        type = choice == .type ? 12 : 0
        number = max(4, String(highest).count)
        // The mark in front, and a space behind each column.
        let fixed = 1 + number + 1 + method + 1 + 1 + status
        let isNarrow = width < 76
        size = isNarrow ? 0 : 8
        time = 8
        let figures = (type > 0 ? type + 1 : 0) + (size > 0 ? size + 1 : 0) + time + 1
        let room = max(0, width - fixed - figures - 1)
        waterfall = choice == .url ? 0 : min(max(isNarrow ? 10 : 14, room * 2 / (isNarrow ? 7 : 5)), 100, room)
        url = max(0, room - waterfall)
    }

    var methodColumn: Int { 1 + number + 1 }
    var urlColumn: Int { methodColumn + method + 1 }
    var statusColumn: Int { urlColumn + url + 1 }
    var typeColumn: Int { statusColumn + status + 1 }
    var sizeEnd: Int { statusColumn + status + (type > 0 ? 1 + type : 0) + (size > 0 ? 1 + size : 0) }
    var timeEnd: Int { sizeEnd + 1 + time }
    var waterfallColumn: Int { timeEnd + 1 }
}
