import Bytes
import Filter

/// A text that is looked for in what a session has, whatever the case of ASCII letters. Owned by SQLite while a
/// statement runs.
final class WantedText {
    /// In lower case.
    private let text: Bytes
    private let wanted: [UInt8]
    /// By the byte that stands at the end of where the text would be: how much further it may be at least (Horspool
    /// 1980).
    private let steps: [Int]

    init(_ text: Bytes) {
        self.text = text
        wanted = text.array
        var steps = [Int](repeating: max(1, wanted.count), count: 256)
        for (index, byte) in wanted.dropLast().enumerated() {
            steps[Int(byte)] = wanted.count - 1 - index
            if ASCII.isAlpha(byte) { steps[Int(byte & 0xDF)] = wanted.count - 1 - index }
        }
        self.steps = steps
    }

    func occurs(in value: UnsafeRawBufferPointer) -> Bool {
        guard let last = wanted.last else { return true }
        var end = wanted.count - 1
        // Texts of few different bytes would be compared again and again.
        var patience = 4 * value.count
        while end < value.count {
            let byte = unsafe value[end]
            if ASCII.lowercase(byte) == last {
                var left = wanted.count - 1
                while left > 0, unsafe ASCII.lowercase(value[end - wanted.count + left]) == wanted[left - 1] {
                    left -= 1
                }
                if left == 0 { return true }
                patience -= wanted.count - left
                guard patience > 0 else { return unsafe Bytes(Array(value)).contains(text, foldsCase: true) }
            }
            end += steps[Int(byte)]
        }
        return false
    }
}
