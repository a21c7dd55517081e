import Bytes
package import HTTPSemantics

/// Why not all of a coded content could be decoded.
package struct DecodingFault: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// The bytes are not what the coding allows.
        case malformed
        /// It was made with a dictionary (RFC 8878 §5), which is not at hand.
        case needsDictionary
        /// The content ends before the coding does.
        case cutOff
        /// Something stands behind the end of the coding.
        case trailingBytes
        /// It stands for more than is looked at, or asks for more memory than decoders have to have.
        case tooLarge
        /// It stands for so much more than it is that it was made for that.
        case bomb
        /// There was no memory, or the bytes could not be read.
        case unavailable
    }

    /// The coding that was being taken off.
    package let coding: ContentCoding
    package let reason: Reason

    /// A sentence for people.
    package var text: String {
        let name = coding.name.text
        return switch reason {
        case .malformed: "The content is invalid \(name) from some byte on; only what came before it is shown."
        case .needsDictionary: "The content was compressed with a dictionary for \(name), which Hark does not have."
        case .cutOff: "The content ends in the middle of its \(name) coding."
        case .trailingBytes: "There are bytes after the end of the \(name) coding."
        case .tooLarge: "The decoded content is larger than the limit (\(ContentDecoder.outputLimit >> 20) MiB)."
        case .bomb: "The content decodes to more than 64 MiB, over 200 times its size."
        case .unavailable: "The content could not be read completely."
        }
    }
}
