import Bytes
import Flow
import Foundation
import HTTPModel
import Store
import TestKit
import Testing

/// A file that is bounded stays bounded, whatever flows bring with them, and keeps what the bound leaves room for.
@Suite struct SessionBoundTests {
    @Test func nothingThatFlowsSharedStaysWhenTheyAreGone() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.bound.flows = 20
        let writer = try session.writer(nil, options)
        for number in 1...600 { writer.submit(flow(UInt64(number)).changes) }
        writer.finish()
        #expect(try session.sqlite("SELECT count(*) FROM flow") == "20\n")
        #expect(try session.sqlite("SELECT count(*) FROM tls") == "20\n")
        #expect(try session.sqlite("SELECT count(*) FROM tls_certificate") == "20\n")
        #expect(try session.sqlite("SELECT count(*) FROM certificate") == "20\n")
        #expect(try session.sqlite("SELECT count(DISTINCT list) FROM edit") == "20\n")
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.map(\.record.everything) == (581...600).map { flow($0).expected.everything })
    }

    /// However the flows fall into the writer's batches: it is also so when the last batch removed none.
    @Test(arguments: [1, 2, 19, 20, 21, 22, 23, 40])
    func noEditStaysWhateverTheLastBatchRemoved(_ batch: Int) throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.bound.flows = 20
        let writer = try session.writer(nil, options)
        for first in stride(from: 1, through: 120, by: batch) {
            writer.submit((first..<min(first + batch, 121)).flatMap { flow(UInt64($0)).changes })
            // Each batch is written before the next one comes.
            try session.hasWritten(min(first + batch, 121) - 1)
        }
        writer.finish()
        #expect(try session.sqlite("SELECT count(DISTINCT list) FROM edit") == "20\n")
    }

    /// Connections that are used on are told again when their facts went with an older flow.
    @Test func factsThatAreStillInUseAreWrittenAgain() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.bound.flows = 10
        let writer = try session.writer(nil, options)
        let facts = facts(1)
        for number in 1...200 {
            var made = MadeFlow.plain(UInt64(number), body: "body \(number)")
            made.record.clientTLS = facts
            writer.submit(made.changes)
            if number % 20 == 0 { try session.hasWritten(number) }
        }
        writer.finish()
        let flows = try SessionReader(session.path).flows(FlowQuery())
        #expect(flows.count == 10)
        #expect(flows.allSatisfy { $0.record.clientTLS?.agreement?.cipher == "cipher 1" })
        #expect(flows.allSatisfy { $0.record.request.edits.count == 1 })
    }

    /// Which edits nobody has any more is asked seldom, so some of those wait; not as many as there ever were.
    @Test func editsOfFlowsThatAreGoneDoNotGather() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.bound.flows = 20
        let writer = try session.writer(nil, options)
        // With a tag, each is in the file when this returns.
        for number in 1...300 { writer.save(StoredFlow(record: flow(UInt64(number)).record, tags: ["a"])) }
        let flows = try #require(Int(session.sqlite("SELECT count(*) FROM flow").dropLast()))
        let lists = try #require(Int(session.sqlite("SELECT count(DISTINCT list) FROM edit").dropLast()))
        #expect((20...22).contains(flows))
        #expect((flows...60).contains(lists))
        #expect(try session.sqlite("SELECT count(*) FROM tls") == "\(flows)\n")
        let lost = "SELECT count(*) FROM flow WHERE request_edits NOT IN (SELECT list FROM edit)"
        #expect(try session.sqlite(lost) == "0\n")
        writer.finish()
    }

    /// Else removing the oldest of many flows would take longer the more there are.
    @Test(arguments: FlowDeletion.sweeps)
    func whatNobodySharesIsFoundWithoutReadingAllFlows(_ sql: String) throws {
        let session = try TemporarySession()
        _ = try session.kept(flow(1).changes)
        let plan = try session.sqlite("EXPLAIN QUERY PLAN \(sql)")
        #expect(plan.contains("SCAN") || plan.contains("SEARCH"), "\(plan)")
        #expect(!plan.contains("SCAN flow"), "\(plan)")
    }

    @Test func aBoundOnTheSizeIsKeptAndDoesNotEmptyTheSession() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.bound.bytes = 1 << 20
        let writer = try session.writer(nil, options)
        for batch in 0..<10 {
            writer.submit((1...300).flatMap { flow(UInt64(batch * 300 + $0)).changes })
            try eventually("the writer takes more") { !writer.holdsUp }
        }
        writer.finish()
        let pages = try #require(Int(session.sqlite("PRAGMA page_count").dropLast()))
        let free = try #require(Int(session.sqlite("PRAGMA freelist_count").dropLast()))
        #expect((pages - free) * 4_096 <= 1 << 20)
        let numbers = try SessionReader(session.path).flows(FlowQuery()).map(\.record.id.number)
        #expect(numbers.count > 300 && numbers.last == 3_000, "\(numbers.count)")
    }

    /// A request of its own on a connection of its own.
    private func flow(_ number: UInt64) -> MadeFlow {
        var made = MadeFlow.plain(number, body: "body \(number)")
        made.record.clientTLS = facts(number)
        made.record.request.edits = [
            Change(.replaceStartLine(Bytes("GET /\(number) HTTP/1.1")), .owed(spec: "RFC 9112 §3.2", text: "why"))
        ]
        return made
    }

    private func facts(_ number: UInt64) -> TLSFacts {
        TLSFacts(
            .client, offer: nil,
            agreement: TLSFacts.Agreement(
                version: "TLS 1.3", cipher: "cipher \(number)", group: nil, applicationProtocol: nil,
                serverName: "\(number).example", isResumed: false),
            certificates: [
                CertificateFacts(
                    subject: "CN=\(number)", issuer: "CN=b", names: [], notBefore: 0, notAfter: 1, key: "k",
                    signature: "s", fingerprint: "\(number)", serial: "1", isAuthority: false)
            ], isVerified: nil, toleratedProblem: nil, failure: nil, duration: 1)
    }
}
