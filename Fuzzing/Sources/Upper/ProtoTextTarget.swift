import Bytes
import Messages

/// A `.proto` text or a descriptor set: it is a schema, or is refused with a sentence and a place in it.
enum ProtoTextTarget {
    static func run(_ input: Bytes) {
        // What a file imports is the file again, under another name, up to a depth.
        var loader = ProtoLoader { path in path.utf8.count < 12 ? input : nil }
        do throws(ProtoError) {
            try loader.add("a.proto", input)
            _ = try loader.schema()
        } catch {
            check(!error.text.isEmpty && error.text.hasSuffix("."), "refused without a sentence")
            guard let place = error.place else { return }
            let lines = input.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
            check((1...lines).contains(place.line), "refused at a line that is not there")
        }
    }
}
