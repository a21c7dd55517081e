package import Bytes

/// Reads one field's value, naming its parts.
typealias FieldReader = @Sendable (inout SpanScanner) -> Void

/// A field whose value has a grammar: its name in lower case, correct values of it, and what names their parts. It
/// stands in the file of its grammar.
package struct Field: Sendable {
    package let name: String
    /// Correct values, to be read as they are and to be spoiled: tests take them from here.
    package let samples: [Bytes]
    let read: FieldReader

    init(_ name: String, samples: [Bytes], _ read: @escaping FieldReader) {
        self.name = name
        self.samples = samples
        self.read = read
    }

    /// A field whose value is a list of tokens: the rules of its elements and of the token, and a sentence for each.
    init(
        _ name: String, samples: [Bytes], listOf element: String, _ spec: String, each token: String,
        _ tokenSpec: String, _ text: @escaping @Sendable (Bytes) -> Wording
    ) {
        self.init(name, samples: samples) { scan in
            scan.list(element, spec) { $0.token(token, tokenSpec, text) }
        }
    }
}
