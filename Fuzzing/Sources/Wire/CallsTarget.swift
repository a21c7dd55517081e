import Bytes
import HTTPSemantics

/// Messages of a call: however they are cut they are the same, and they tile the content.
enum CallsTarget {
    private static let limit = 64

    static func run(_ input: Bytes) {
        let whole = read(input, ends: [input.count])
        let cut = input.count == 0 ? 0 : Int(input.reduce(0) { $0 &* 31 &+ UInt32($1) }) % (input.count + 1)
        check(read(input, ends: [cut, input.count]) == whole, "cut at \(cut) it is another")
        if input.count <= 512 {
            check(read(input, ends: Array(0...input.count)) == whole, "byte by byte it is another")
        }
        var end: UInt64 = 0
        for frame in whole {
            check(frame.offset == end, "a message is out of place")
            check(frame.bytes.count <= limit, "a message is too large")
            end = frame.offset + 5 + frame.size
        }
        check(end <= UInt64(input.count), "a message goes beyond the content")
    }

    private static func read(_ input: Bytes, ends: [Int]) -> [CallFrames.Frame] {
        var reader = CallFrames(limit: limit)
        var frames: [CallFrames.Frame] = []
        var start = 0
        for end in ends {
            frames += reader.take(input.slice(start..<end))
            start = end
        }
        return frames
    }
}
