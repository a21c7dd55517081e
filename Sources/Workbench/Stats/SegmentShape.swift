import Bytes

/// What a segment of a path looks like: whether it names one thing of many by itself, and otherwise which other
/// segments it could stand beside.
enum SegmentShape: Hashable {
    /// Already the name of what varies, in braces.
    case template
    /// Letters, or words that hyphens or underscores join, or that are percent-encoded.
    case name
    /// Letters and digits.
    case mixed
    /// A name with this ending.
    case file(Bytes)
    /// Empty, or with other signs in it.
    case other

    init(_ segment: Bytes) {
        if segment.first == ASCII.openBrace || segment.contains(ASCII.openBrace) {
            self = .template
            return
        }
        if let point = segment.lastIndex(of: ASCII.period), point > 0, segment.count - point <= 6 {
            self = .file(segment.slice(point..<segment.count))
            return
        }
        var (letters, digits) = (0, 0)
        for byte in segment {
            if ASCII.isAlpha(byte) || byte >= 0x80 {
                letters += 1
            } else if ASCII.isDigit(byte) {
                digits += 1
            } else if byte != ASCII.hyphen, byte != ASCII.underscore, byte != ASCII.percent {
                self = .other
                return
            }
        }
        self = letters == 0 ? .other : digits > 0 ? .mixed : .name
    }

    /// So many different segments of this shape in one place are taken for names of things; nil: however many.
    var varietyLimit: Int? {
        switch self {
        case .template, .other: nil
        case .mixed: 20
        case .name, .file: 50
        }
    }

    /// What stands for all of this shape.
    var placeholder: Bytes {
        switch self {
        case .template, .other: ""
        case .mixed: "{key}"
        case .name: "{name}"
        case .file(let ending): Bytes(Array("{name}".utf8) + ending)
        }
    }
}
