import Bytes
import Explain
import Filter
import Flow
import HTTPModel
import HTTPSemantics
import Library
import Views

/// A column of a list of flows: a field of the filter language.
struct FlowColumn {
    let title: String
    /// What is shown, and sorted by.
    let order: FlowOrder
    let field: FilterField

    static let standard = "id,start,method,status,host,path,size,duration"

    /// nil when there is no such field.
    init?(_ text: String) {
        guard case .test(let test) = try? FlowFilter(text).expression,
            case .present = test.condition
        else { return nil }
        title = text
        field = test.field
        order = FlowOrder(field: test.field, name: test.name.map { Bytes($0) })
    }

    /// The contents of messages have to be at hand.
    var readsContent: Bool { order.readsContent }

    /// Numbers stand at the right of their column.
    var isNumeric: Bool {
        switch field.kind {
        case .number, .size, .duration: true
        case .text, .name, .mediaType, .status, .statusClass, .time, .flag, .choice, .content: false
        }
    }

    /// Of its day, or of all days.
    var isTime: Bool { if case .time = field.kind { true } else { false } }

    func value(_ subject: FilterSubject) -> FilterValue { order.value(subject) }

    /// As it is shown, escaped for a terminal; empty for what is not there.
    ///
    /// - Parameters:
    ///   - limit: so many columns at most; what is longer is cut.
    ///   - now: where times are told shortly, of today without the date; in seconds since 1970.
    func text(_ value: FilterValue, limit: Int, now: Int64? = nil, utcOffset: (Int64) -> Int64) -> String {
        switch value {
        case .null: return ""
        case .text(let bytes):
            var shown: [UInt8] = []
            TerminalText.append(bytes, to: &shown, limit: limit)
            return String(decoding: shown, as: UTF8.self)
        case .integer(let number):
            switch field.kind {
            case .size: return Self.made { Units.append(size: UInt64(clamping: number), to: &$0) }
            case .duration:
                let (nanoseconds, overflow) = UInt64(clamping: number).multipliedReportingOverflow(by: 1_000)
                return Self.made { Units.append(nanoseconds: overflow ? .max : nanoseconds, to: &$0) }
            case .time:
                let time = Self.time(number, utcOffset)
                guard let now else { return time }
                let today = Self.time(now * 1_000_000, utcOffset).prefix(10)
                return String(time.hasPrefix(today) ? time.dropFirst(11).dropLast(4) : time.dropLast(7))
            case .flag: return number > 0 ? "yes" : "no"
            case .statusClass: return "\(number)xx"
            case .text, .name, .mediaType, .number, .status, .choice, .content: return String(number)
            }
        }
    }

    private static func made(_ append: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        append(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `2026-11-21 12:00:00.123`, by the clock on the wall.
    private static func time(_ microseconds: Int64, _ utcOffset: (Int64) -> Int64) -> String {
        // Rounded down, also before 1970.
        let seconds = microseconds / 1_000_000 - (microseconds % 1_000_000 < 0 ? 1 : 0)
        let date = CivilTime(secondsSince1970: seconds &+ utcOffset(seconds))
        let milliseconds = Int(microseconds &- seconds &* 1_000_000) / 1_000
        func digits(_ number: Int, _ count: Int) -> String {
            String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
        }
        let day = "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
        return day
            + " \(digits(date.hour, 2)):\(digits(date.minute, 2)):\(digits(date.second, 2)).\(digits(milliseconds, 3))"
    }
}
