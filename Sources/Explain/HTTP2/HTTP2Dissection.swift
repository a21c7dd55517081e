package import Bytes
import HTTPWire
import Registry

/// What one side of an HTTP/2 connection sent, named down to its bytes: the preface and the frames, in order.
///
/// Made by `HTTP2Reader`; a value. Offsets and lengths are bytes from the start of the input.
package struct HTTP2Dissection: Sendable {
    /// Whose bytes these are.
    package enum Side: String, Sendable, CaseIterable {
        case client, server
    }

    /// The preface, or one frame.
    package struct Part: Sendable {
        /// Where it begins in the input.
        package let offset: Int
        /// How many bytes it has.
        package let length: Int
        /// The number of the frame's type; nil for the preface.
        package let typeNumber: UInt8?
        /// 0 for the connection.
        package let stream: UInt32
        /// They tile the part.
        package let spans: [Span]
        /// The field block that ends in this frame.
        package internal(set) var block: Block?
        /// What is wrong with it, or odd.
        package internal(set) var notes: [Note] = []

        /// Where it lies.
        package var range: Range<Int> { offset..<offset + length }

        /// The name of the type.
        package var name: String {
            guard let typeNumber else { return "Preface" }
            return Vocabulary.frames[Int(typeNumber)]?.name ?? "Type \(typeNumber)"
        }
    }

    /// A field block, and what it did to the table.
    package struct Block: Sendable {
        /// Each field, in order.
        package let fields: [BlockField]
        /// The bytes of the block.
        package let size: Int
        /// What the fields would take in HTTP/1.1, with colons and line ends.
        package let plainSize: Int
        /// The table before it and after it.
        package let before: TableState
        package let after: TableState
    }

    /// One field of a block, and where it was taken from.
    package struct BlockField: Sendable {
        package let name: Bytes
        package let value: Bytes
        /// The bytes it takes in the block.
        package let size: Int
        /// `indexed`, `incremental`, `literal`, `never`.
        package let form: String
        /// Of the field, or of its name; 0 when the name is written out.
        package let index: Int
        /// The stream that entered the entry; nil for the static table, and without an index.
        package let enteredBy: UInt32?
        /// A string of it is in the Huffman code.
        package let isHuffman: Bool
        /// Where it was taken from, in a few words.
        package let words: String
    }

    /// What the dynamic table holds at a moment.
    package struct TableState: Sendable {
        /// One entry.
        package struct Entry: Sendable {
            package let index: Int
            package let name: Bytes
            package let value: Bytes
            /// With the 32 bytes that an entry counts for beyond its own.
            package let size: Int
            package let enteredBy: UInt32?
        }

        private enum Known: Sendable {
            case all(DynamicTable)
            /// For a block that was kept without those before it: what it names and enters.
            case named([Entry])
        }

        private let known: Known

        init(_ table: DynamicTable) {
            known = .all(table)
        }

        init(naming entries: [Entry]) {
            known = .named(entries)
        }

        /// Everything that it holds is known.
        package var isWhole: Bool {
            switch known {
            case .all: true
            case .named: false
            }
        }
        /// Of all that is known.
        package var size: Int {
            switch known {
            case .all(let table): table.size
            case .named(let entries): entries.reduce(0) { $0 + $1.size }
            }
        }
        /// What it may count for; nil when nobody knows.
        package var limit: Int? {
            switch known {
            case .all(let table): table.limit
            case .named: nil
            }
        }
        package var count: Int {
            switch known {
            case .all(let table): table.count
            case .named(let entries): entries.count
            }
        }
        /// The newest first.
        package var entries: [Entry] {
            switch known {
            case .all(let table):
                table.entries.enumerated().map { place, entry in
                    Entry(
                        index: StaticTable.count + 1 + place, name: entry.name, value: entry.value, size: entry.size,
                        enteredBy: entry.origin?.stream)
                }
            case .named(let entries): entries
            }
        }
    }

    /// Whose bytes these are.
    package let side: Side
    /// What was read.
    package let input: Bytes
    /// They tile the input up to the rest.
    package let parts: [Part]
    /// What stands behind the last whole frame.
    package let rest: Range<Int>
    /// Why it is no frame.
    package let restText: String
}
