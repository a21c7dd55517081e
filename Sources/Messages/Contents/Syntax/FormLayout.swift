import Bytes
import HTTPSemantics

/// A form in the encoding of queries (WHATWG URL §5.1): a field a line, decoded.
struct FormLayout {
    private let bytes: Bytes
    private let options: LayoutOptions
    /// Names are aligned up to this width.
    private static let widest = 24

    init(_ bytes: Bytes, _ options: LayoutOptions) {
        self.bytes = bytes
        self.options = options
    }

    func write(to out: inout LineBuilder) {
        let pairs = PercentCoding.pairs(bytes.withoutSpace)
        let width = min(pairs.map(\.name.count).max() ?? 0, Self.widest)
        for (name, value) in pairs {
            if out.isFull { return }
            out.begin(0)
            out.put(name, .name)
            guard let value else { continue }
            out.put(String(repeating: " ", count: max(0, width - name.count)) + " = ", .mark)
            if options.hides(name, value) {
                out.put(LayoutOptions.secret, .secret)
            } else {
                self.value(value, &out)
            }
        }
        out.end()
    }

    /// One that has lines of its own keeps them.
    private func value(_ value: Bytes, _ out: inout LineBuilder) {
        guard value.contains(ASCII.lineFeed) else { return out.put(value, .string) }
        PlainLayout(value, .string).write(to: &out, at: 1)
    }
}
