import Bytes
import HTTPSemantics

/// A multipart content that arrives: however it is cut, it has the same parts, in order and inside of it, and the limit
/// is kept.
enum PartsTarget {
    private static let limit = 64

    static func run(_ input: Bytes) {
        let whole = read(input, ends: [input.count])
        let cut = input.count == 0 ? 0 : Int(input.reduce(0) { $0 &* 31 &+ UInt32($1) }) % (input.count + 1)
        check(read(input, ends: [cut, input.count]) == whole, "cut at \(cut) it is another")
        if input.count <= 512 {
            check(read(input, ends: Array(0...input.count)) == whole, "byte by byte it is another")
        }
        var end: UInt64 = 0
        for part in whole {
            check(part.offset >= end, "a part is out of place")
            check(part.content.count <= limit && UInt64(part.content.count) <= part.size, "a part is too large")
            end = part.offset + part.size
        }
        check(end <= UInt64(input.count), "a part goes beyond the content")
    }

    private static func read(_ input: Bytes, ends: [Int]) -> [MultipartReader.Part] {
        var reader = MultipartReader(boundary: "b", limit: limit)
        var parts: [MultipartReader.Part] = []
        var start = 0
        for end in ends {
            parts += reader.take(input.slice(start..<end))
            start = end
        }
        return parts + reader.end()
    }
}
