import Bytes
import Explain

/// A correct value for every field that has a grammar, to be read as it is, and to be spoiled.
enum FieldSamples {
    static let all: [(name: String, values: [Bytes])] =
        FieldTable.all.map { ($0.name, $0.samples) } + [
            ("sec-ch-prefers-color-scheme", ["\"dark\""]),
            ("x-whatever", ["anything at all, \u{e9}"]),
        ]
}
