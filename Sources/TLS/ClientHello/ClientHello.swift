package import Bytes
package import HTTPModel

/// The first message of a TLS client (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2), as it was sent: nothing reordered, nothing
/// left out.
///
/// Made by `ClientHelloReader` before any session exists, so that the answer can depend on it; a value for the record.
package struct ClientHello: Sendable, Hashable {
    package struct Extension: Sendable, Hashable {
        package let type: UInt16
        package let data: Bytes

        package init(type: UInt16, data: Bytes) {
            self.type = type
            self.data = data
        }
    }

    /// A server name as it was asked for (RFC 6066 §3), and what is wrong with it.
    package struct ServerNameOffer: Sendable, Hashable {
        package enum Problem: String, Sendable, CaseIterable {
            case empty
            /// Longer than a DNS name can be, or with a label that is.
            case tooLong
            case containsNUL
            /// RFC 6066 §3: literal addresses are not permitted.
            case address
            /// With bytes that no host name has: spaces, signs, anything that is not ASCII.
            case notAHostName
        }

        package let bytes: Bytes
        package let problem: Problem?

        package init(_ bytes: Bytes) {
            self.bytes = bytes
            problem = ClientHelloParser.problem(of: bytes)
        }

        /// For people.
        package var text: String { ForeignText.text(bytes) }
    }

    /// The whole handshake message with its header, without the records around it.
    package let message: Bytes
    /// The version in the first record's header.
    package let recordVersion: TLSVersion
    package let legacyVersion: TLSVersion
    package let random: Bytes
    package let sessionID: Bytes
    package let cipherSuites: [UInt16]
    package let compressionMethods: Bytes
    package let extensions: [Extension]

    package let serverName: ServerNameOffer?
    /// In the order in which they are offered; nil without the extension.
    package let applicationProtocols: [Bytes]?
    package let supportedVersions: [TLSVersion]?
    package let groups: [UInt16]?
    package let signatureAlgorithms: [UInt16]?
    /// The groups for which a key was sent along.
    package let keyShareGroups: [UInt16]?

    /// RFC 8701: a value that means nothing, sent so that servers stay tolerant of values they do not know.
    package static func isGREASE(_ value: UInt16) -> Bool {
        value & 0x0F0F == 0x0A0A && value >> 8 == value & 0xFF
    }

    /// The highest version offered.
    package var highestVersion: TLSVersion {
        // RFC 8446 §4.2.1: the extension decides, where there is one.
        supportedVersions?.filter { !Self.isGREASE($0.rawValue) }.max() ?? legacyVersion
    }

    /// Whether `protocol` is offered, or nothing is (then the client speaks what its port implies).
    package func offers(_ name: String) -> Bool {
        applicationProtocols.map { $0.contains(Bytes(name)) } ?? true
    }
}
