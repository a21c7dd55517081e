import Foundation
import TestKit

/// A HAR file or a log, read back: only the members that tests look at, under their names in the file.
struct Entry: Decodable {
    let startedDateTime: String
    let time: Double
    let request: Request
    let response: Response
    let timings: Timings
    let serverIPAddress: String?
    let outcome: Outcome
    let connection: Connection?
    let changes: [Change]?
    let quirks: [Quirk]?
    let upgraded: Upgraded?
    let tunnel: Relayed?
    let tls: TLS?

    enum CodingKeys: String, CodingKey {
        case startedDateTime, time, request, response, timings, serverIPAddress
        case outcome = "_outcome"
        case connection = "_connection"
        case changes = "_changes"
        case quirks = "_quirks"
        case upgraded = "_upgraded"
        case tunnel = "_tunnel"
        case tls = "_tls"
    }

    struct Connection: Decodable, Equatable {
        let client: Int?
        let upstream: Int?
        let reused: Bool?
    }

    struct Relayed: Decodable, Equatable {
        let sent: Int
        let received: Int
    }

    struct TLS: Decodable {
        let client: Leg?
        let upstream: Leg?

        struct Leg: Decodable {
            let version: String?
            let cipher: String?
            let alpn: String?
            let sni: String?
            let resumed: Bool?
            let certificates: [Certificate]?
            let toleratedProblem: String?
            let failure: Failure?
            let offered: Offer?
        }

        struct Certificate: Decodable {
            let subject: String
            let issuer: String
            let names: [String]
            let key: String
            let sha256: String
        }

        struct Failure: Decodable {
            let code: String
            let text: String
            let alert: String?
        }

        struct Offer: Decodable {
            let alpn: [String]?
            let versions: [String]
            let ciphers: [Int]
            let sniProblem: String?
            let ja4: String
            let raw: String?

            enum CodingKeys: String, CodingKey {
                case alpn, versions, ciphers, sniProblem, ja4
                case raw = "_raw"
            }
        }
    }

    struct Pair: Decodable, Equatable {
        let name: String
        let value: String
    }

    struct Cookie: Decodable {
        let name: String
        let value: String
        let path: String?
        let httpOnly: Bool?
        let secure: Bool?
    }

    struct Framing: Decodable, Equatable {
        let kind: String
    }

    struct Chunk: Decodable, Equatable {
        let offset: Int
        let size: Int
    }

    struct PostData: Decodable {
        let mimeType: String
        let text: String?
        let encoding: String?

        enum CodingKeys: String, CodingKey {
            case mimeType, text
            case encoding = "_encoding"
        }
    }

    struct Content: Decodable {
        let size: Int
        let compression: Int?
        let mimeType: String
        let text: String?
        let encoding: String?

        /// The content's bytes, as kept.
        var bytes: [UInt8] {
            guard let text else { return [] }
            return encoding == "base64" ? Array(Data(base64Encoded: text) ?? Data()) : Array(text.utf8)
        }
    }

    struct Request: Decodable {
        let method: String
        let url: String
        let httpVersion: String
        let headers: [Pair]
        let cookies: [Cookie]
        let headersSize: Int
        let bodySize: Int
        let postData: PostData?
        let raw: String?
        let sent: String?
        let framing: Framing?
        let chunks: [Chunk]?
        let trailers: [Pair]?
        let truncated: Bool?

        enum CodingKeys: String, CodingKey {
            case method, url, httpVersion, headers, cookies, headersSize, bodySize, postData
            case raw = "_raw"
            case sent = "_sent"
            case framing = "_framing"
            case chunks = "_chunks"
            case trailers = "_trailers"
            case truncated = "_truncated"
        }

        var rawText: String { decoded(raw) }
        var sentText: String { decoded(sent) }
    }

    struct Response: Decodable {
        let status: Int
        let headers: [Pair]
        let cookies: [Cookie]
        let content: Content
        let redirectURL: String
        let headersSize: Int
        let bodySize: Int
        let raw: String?
        let sent: String?
        let framing: Framing?
        let chunks: [Chunk]?
        let wireSize: Int?
        let trailers: [Pair]?
        let interim: [Interim]?
        let truncated: Bool?

        enum CodingKeys: String, CodingKey {
            case status, headers, cookies, content, redirectURL, headersSize, bodySize
            case raw = "_raw"
            case sent = "_sent"
            case framing = "_framing"
            case chunks = "_chunks"
            case wireSize = "_wireSize"
            case trailers = "_trailers"
            case interim = "_interim"
            case truncated = "_truncated"
        }

        var rawText: String { decoded(raw) }
        var sentText: String { decoded(sent) }
    }

    struct Interim: Decodable {
        let status: Int
    }

    struct Timings: Decodable {
        let blocked, dns, connect, ssl: Double?
        let send, wait, receive: Double
    }

    struct Outcome: Decodable {
        let kind: String
        let by: String
        let code: String
        let text: String
    }

    struct Change: Decodable {
        let message: String
        let action: String
        let line: String
        let reason: String
    }

    struct Quirk: Decodable {
        let code: String
        let offset: Int
    }

    struct Upgraded: Decodable {
        let `protocol`: String
        let sent: Int
        let received: Int
    }
}

private func decoded(_ base64: String?) -> String {
    String(decoding: base64.flatMap { Data(base64Encoded: $0) } ?? Data(), as: UTF8.self)
}

/// The two forms in which entries are kept.
enum Recorded {
    private struct File: Decodable {
        struct Log: Decodable {
            let version: String
            let entries: [Entry]
        }
        let log: Log
    }

    static func har(_ path: String) throws -> [Entry] {
        let file = try JSONDecoder().decode(File.self, from: settled(path))
        guard file.log.version == "1.2" else { throw Failure("HAR \(file.log.version)") }
        return file.log.entries
    }

    /// What the file holds at one moment: no system promises that of a read beside a write, so it is read until two
    /// in a row agree.
    private static func settled(_ path: String) throws -> Data {
        var last = try Data(contentsOf: URL(filePath: path))
        for _ in 0..<100 {
            let next = try Data(contentsOf: URL(filePath: path))
            if next == last { break }
            last = next
        }
        return last
    }

    /// Every line of it is an entry, the last one too.
    static func log(_ path: String) throws -> [Entry] {
        let data = try settled(path)
        guard data.isEmpty || data.last == 0x0A else { throw Failure("the log ends inside a line") }
        return try data.split(separator: 0x0A).map { try JSONDecoder().decode(Entry.self, from: $0) }
    }
}
