import Bytes
import Filter
import FilterTestKit
import Flow
import Formats
import Foundation
import TestKit
import Testing

@testable import Fleet

/// Marks on flows of a fleet, and the deletion of flows, against a real PostgreSQL.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct FleetMarkTests {
    /// The flows that a filter means, with what a marker needs to know of them.
    private func flows(_ database: FleetDatabase, _ filter: String) throws -> [FleetMarker.Flow] {
        var found: [FleetMarker.Flow] = []
        let query = FleetQuery(try FlowFilter(filter), FleetDatabase.noon)
        try FleetReader(database.owner, reader: FleetDatabase.reader).forEachKey(query) { key, _, context in
            found.append(FleetMarker.Flow(key, context))
            return true
        }
        return found
    }

    @discardableResult private func put(
        _ mark: FleetMark, on filter: String, of database: FleetDatabase, over link: PostgresConnection? = nil
    ) throws -> Int {
        try FleetMarker(link ?? database.owner).put(mark, on: flows(database, filter))
    }

    /// What filters find, by both ways in which flows are counted.
    private func numbers(_ database: FleetDatabase, _ filter: String) throws -> [UInt64] {
        let found = try database.read(filter).map(\.id.number).sorted()
        let query = FleetQuery(try FlowFilter(filter), FleetDatabase.noon)
        let count = try FleetReader(database.owner, reader: FleetDatabase.reader).count(query)
        #expect(count == found.count, "\(filter)")
        return found
    }

    private func line(_ record: FlowRecord) -> Bytes {
        var writer = JSONWriter()
        HAREntry.write(record, to: &writer)
        return writer.withBytes { Bytes(Array($0)) }
    }

    private func refusal(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch FleetError.database(let error) {
            return error.state
        } catch {
            return "\(error)"
        }
    }

    @Test func aMarkLeavesTheOthers() throws {
        let database = try FleetDatabase()
        let source = MemorySource(6)
        var shipped = FlowContext()
        (shipped.isPinned, shipped.comment, shipped.tags) = (true, "from the session", ["old", "slow"])
        source.contexts[2] = shipped
        try database.ship(source)
        #expect(try put(.tag("bug", isOn: true), on: "id in (2, 3)", of: database) == 2)
        #expect(try numbers(database, "tag = bug") == [2, 3])
        #expect(try numbers(database, "tag = old and tag = slow and pinned and comment ~ '*session'") == [2])
        #expect(try put(.comment("seen by a person"), on: "id = 3", of: database) == 1)
        #expect(try numbers(database, "tag = bug and comment = 'seen by a person'") == [3])
        try put(.pin(true), on: "id = 4", of: database)
        #expect(try numbers(database, "pinned") == [2, 4])
        // Twice is once.
        try put(.tag("bug", isOn: true), on: "id = 2", of: database)
        #expect(try database.owner.run("SELECT tags FROM hark.mark WHERE id = 2 AND cardinality(tags) = 3").count == 1)
    }

    /// What was shipped with a flow can be taken away as well.
    @Test func whatIsRemovedDoesNotComeBack() throws {
        let database = try FleetDatabase()
        let source = MemorySource(3)
        var shipped = FlowContext()
        (shipped.isPinned, shipped.comment, shipped.tags) = (true, "from the session", ["old", "slow"])
        source.contexts[2] = shipped
        try database.ship(source)
        try put(.comment(nil), on: "id = 2", of: database)
        #expect(try numbers(database, "comment").isEmpty)
        #expect(try numbers(database, "pinned and tag = old") == [2])
        try put(.tag("old", isOn: false), on: "id = 2", of: database)
        #expect(try numbers(database, "tag = old").isEmpty && numbers(database, "tag = slow") == [2])
        try put(.pin(false), on: "id = 2", of: database)
        #expect(try numbers(database, "pinned").isEmpty)
        try database.ship(source)
        #expect(try numbers(database, "comment or pinned or tag = old").isEmpty)
    }

    @Test(arguments: ["'; DROP TABLE hark.mark; --", "\u{1F600} {a,b} \"c\"", "NULL", "%_\\"])
    func marksAreStoredAsTheyWereGiven(text: String) throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(2))
        try put(.comment(text), on: "id = 1", of: database)
        try put(.tag(text, isOn: true), on: "id = 1", of: database)
        let context = try #require(flows(database, "id = 1").first)
        try put(.tag("other", isOn: true), on: "id = 1", of: database)
        let row = try #require(try database.owner.run("SELECT comment, tags[1], tags[2] FROM hark.mark").first)
        #expect(row.text(0) == text && row.text(1) == text && row.text(2) == "other", "\(context)")
        try put(.tag(text, isOn: false), on: "id = 1", of: database)
        #expect(try numbers(database, "tag = other") == [1])
    }

    @Test func aReaderMarksItsTenantAndAWriterNothing() throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(3), tenant: "a")
        try database.ship(MemorySource(3), tenant: "b")
        let (reader, writer) = (try database.makeRole(), try database.makeRole())
        let administrator = FleetAdministrator(database.owner)
        try administrator.grant(.reader, to: reader, tenant: "a")
        try administrator.grant(.writer, to: writer, tenant: "a")
        let (reading, writing) = try (
            database.server.connect(reader, database.name), database.server.connect(writer, database.name)
        )
        let all = try flows(database, "")
        let (own, others) = (all.filter { $0.key.tenant == "a" }, all.filter { $0.key.tenant == "b" })
        #expect(own.count == 3 && others.count == 3)
        #expect(try FleetMarker(reading).put(.pin(true), on: own) == 3)
        // Another tenant's flows are not there for it: nothing is marked, whatever it asks for.
        #expect(try FleetMarker(reading).put(.pin(true), on: others) == 0)
        #expect(refusal { _ = try FleetMarker(writing).put(.pin(true), on: own) } == "42501")
        #expect(try database.count("hark.mark") == 3)
        // Neither deletes, and is told so before it is asked whether it wants to.
        for link in [reading, writing] {
            #expect(refusal { try FleetDeletion(link).checkRights() } == "42501")
            #expect(refusal { _ = try FleetDeletion(link).delete(own.map(\.key)) } == "42501")
        }
        #expect(try database.count("hark.flow") == 6 && database.count("hark.mark") == 3)
    }

    /// Row-level security deletes nothing for a role that has DELETE and is not the owner, and says nothing of it.
    @Test(arguments: ["LOGIN", "LOGIN NOINHERIT IN ROLE postgres"])
    func aRoleThatWasGrantedDeleteIsRefused(kind: String) throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(3))
        let role = "\(database.name)_delete"
        try database.owner.run("CREATE ROLE \(role) \(kind)")
        try FleetAdministrator(database.owner).grant(.reader, to: role, tenant: "default")
        let tables = ["flow", "pack", "body", "fact", "mark", "run"].map { "hark.\($0)" }.joined(separator: ", ")
        try database.owner.run("GRANT USAGE ON SCHEMA hark TO \(role)")
        try database.owner.run("GRANT SELECT, INSERT, UPDATE, DELETE ON \(tables) TO \(role)")
        try database.owner.run("GRANT SELECT ON hark.meta TO \(role)")
        try database.owner.run("GRANT EXECUTE ON FUNCTION hark.tenants() TO \(role)")
        // Not by itself, but as hark_reader has it, whose policy shows the flows.
        try database.owner.run("CREATE POLICY shown ON hark.flow FOR SELECT TO \(role) USING (true)")
        let link = try database.server.connect(role, database.name)
        #expect(try database.read("", over: link).count > 0 || kind != "LOGIN")
        let keys = try flows(database, "").map(\.key)
        #expect(keys.count == 3)
        #expect(refusal { try FleetDeletion(link).checkRights() } == "42501")
        #expect(refusal { _ = try FleetDeletion(link).delete(keys) } == "42501")
        #expect(try database.count("hark.flow") == 3)
        // What had been deleted before is none of that.
        #expect(try FleetDeletion(database.owner).delete([keys[0]]) == 1)
        #expect(try FleetDeletion(database.owner).delete(keys) == 2)
    }

    /// A member of the owner's role may; unless the tables' security is forced on it, too.
    @Test func aMemberOfTheOwnersRoleDeletesUnlessSecurityIsForcedOnIt() throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(3))
        let role = "\(database.name)_member"
        try database.owner.run("CREATE ROLE \(role) LOGIN IN ROLE postgres")
        try FleetAdministrator(database.owner).grant(.reader, to: role, tenant: "default")
        let link = try database.server.connect(role, database.name)
        let keys = try flows(database, "").map(\.key)
        try FleetDeletion(link).checkRights()
        #expect(try FleetDeletion(link).delete([keys[0]]) == 1)
        try database.owner.run("ALTER TABLE hark.flow FORCE ROW LEVEL SECURITY")
        #expect(refusal { _ = try FleetDeletion(link).delete(keys) } == "42501")
        #expect(try database.count("hark.flow") == 2)
    }

    @Test func onlyFlowsThatAreThereGetMarks() throws {
        let database = try FleetDatabase()
        try database.ship(MemorySource(2))
        let all = try flows(database, "")
        #expect(try FleetDeletion(database.owner).delete([all[0].key]) == 1)
        #expect(try FleetMarker(database.owner).put(.pin(true), on: all) == 1)
        #expect(try database.count("hark.mark") == 1)
    }

    // MARK: Deletion

    @Test(arguments: [FleetLayout.partitioned, .plain])
    func exactlyWhatWasNamedIsDeleted(layout: FleetLayout) throws {
        let database = try FleetDatabase(layout)
        let source = MemorySource(150)
        let (shared, own) = (String(repeating: "shared ", count: 2_000), String(repeating: "secret ", count: 2_000))
        source.add(151, content: shared)
        source.add(152, content: shared)
        source.add(153, content: own)
        try database.ship(source)
        try database.ship(source, tenant: "other")
        try put(.pin(true), on: "id in (7, 8) and tenant = default", of: database)
        let before = try database.read("tenant = default")
        let keys = try flows(database, "id in (7, 100, 151, 153) and tenant = default").map(\.key)
        #expect(keys.count == 4)
        var heard: [Int] = []
        #expect(try FleetDeletion(database.owner).delete(keys) { heard.append($0) } == 4 && heard == [4])
        let gone: Set<UInt64> = [7, 100, 151, 153]
        let after = try database.read("tenant = default")
        #expect(after.map(\.id.number) == before.map(\.id.number).filter { !gone.contains($0) })
        // The others of the same packs, and the body that one of them shares, are as they were.
        #expect(after.map(line) == before.filter { !gone.contains($0.id.number) }.map(line))
        #expect(try database.read("tenant = other").count == 153)
        #expect(try database.count("hark.mark") == 1)
        #expect(try database.count("hark.body WHERE tenant = 'default'") == 1)
        #expect(try database.count("hark.body WHERE tenant = 'other'") == 2)
        // Nothing of it is in a pack, nor in what tells which words a pack has.
        let packs = try database.owner.run("SELECT records, grams, flows FROM hark.pack WHERE tenant = 'default'")
        var left = 0
        for row in packs.map({ $0 }) {
            let lines = try #require(row.bytes(0).flatMap { ZstdFrame.decompress($0) }).text
            #expect(!lines.contains("shop.example.com/100\"") && !lines.contains("shop.example.com/153\""))
            left += Int(row.integer(2) ?? 0)
        }
        #expect(left == 149)
        #expect(try numbers(database, "'shop.example.com/101' and tenant = default") == [101])
        // Shipping again brings nothing back, and deleting again deletes nothing.
        try database.ship(source)
        #expect(try database.count("hark.flow WHERE tenant = 'default'") == 149)
        #expect(try FleetDeletion(database.owner).delete(keys) == 0)
    }

    @Test func allOfARunLeavesNothingButItsCursor() throws {
        let database = try FleetDatabase()
        let source = MemorySource(200)
        source.add(201, content: String(repeating: "0123456789", count: 1_000))
        try database.ship(source)
        #expect(try FleetDeletion(database.owner).delete(flows(database, "").map(\.key)) == 201)
        for table in ["flow", "pack", "body", "mark"] { #expect(try database.count("hark.\(table)") == 0, "\(table)") }
        #expect(try database.ship(source) == ShippingTotals())
        #expect(try database.count("hark.flow") == 0 && database.count("hark.run") == 1)
    }

    /// After a backup flows may be in two packs, of which rows name one.
    @Test func aRecordThatIsThereTwiceIsDeletedTwice() throws {
        let database = try FleetDatabase()
        let source = MemorySource(20)
        try database.ship(source)
        source.add(21)
        try database.owner.run("UPDATE hark.run SET through = 0, gaps = '{}', last = NULL")
        #expect(try database.ship(source).already == 20)
        #expect(try database.count("hark.pack") == 2)
        let keys = try flows(database, "id = 5").map(\.key)
        #expect(try FleetDeletion(database.owner).delete(keys) == 1)
        let packs = try database.owner.run("SELECT records FROM hark.pack")
        #expect(packs.count == 2)
        for row in packs.map({ $0 }) {
            let lines = try #require(row.bytes(0).flatMap { ZstdFrame.decompress($0) }).text
            #expect(!lines.contains("shop.example.com/5\"") && lines.contains("shop.example.com/6\""))
        }
        #expect(try database.read().count == 20)
    }

    /// A connection that is lost at any statement leaves all of a day's flows, or none.
    @Test func aDeletionThatIsCutOffLeavesADayWhole() throws {
        let database = try FleetDatabase()
        let source = MemorySource(70)
        source.add(71, content: String(repeating: "0123456789", count: 1_000))
        try database.ship(source)
        let keys = try flows(database, "id > 60").map(\.key)
        let before = try database.read()
        for step in 1...30 {
            let link = InterruptedLink(try database.server.connect("postgres", database.name), at: step)
            do {
                _ = try FleetDeletion(link).delete(keys)
                #expect(try database.read().count == 60 && database.count("hark.body") == 0)
                #expect(step > 5)
                return
            } catch {
                #expect(try database.read().map(line) == before.map(line), "step \(step)")
                #expect(try database.count("hark.body") == 1)
            }
        }
        Issue.record("the deletion never came to its end")
    }

    /// A shipper has sent a body, and a deletion removes it before the flow arrives: the body is sent once more.
    @Test func aBodyThatIsDeletedMeanwhileIsSentAgain() throws {
        let database = try FleetDatabase()
        let source = MemorySource(1)
        let content = String(repeating: "0123456789", count: 1_000)
        source.add(2, content: content)
        try database.ship(source)
        let keys = try flows(database, "id = 2").map(\.key)
        source.add(3, content: content)
        let link = InterruptedLink(try database.server.connect("postgres", database.name), at: .max)
        var deleted = 0
        link.after("INSERT INTO hark.body") {
            deleted += (try? FleetDeletion(database.owner).delete(keys)) ?? 0
        }
        let shipper = FleetShipper(
            source, ShippingPolicy(bodies: .all, bodyLimit: .max), redactor: nil, reader: FleetDatabase.reader,
            clock: { MadeFlow.noon })
        try shipper.use(link)
        let run = FleetRun(
            tenant: "default", id: MemorySource.run, proxy: "p", version: "0.1", started: MadeFlow.noon)
        while try shipper.ship(MemorySource.run, as: run) {}
        #expect(deleted == 1 && shipper.totals.shipped == 1)
        let flow = try #require(try database.read("id = 3").first)
        #expect(FilterReader.whole(flow.response.content.kept) == Bytes(content))
        #expect(try database.read().map(\.id.number).sorted() == [1, 3])
    }

    /// A run begins while a body is removed, sends it (it is there still), and its flow arrives afterwards.
    @Test func aBodyOfARunThatBeginsMeanwhileStays() throws {
        let database = try FleetDatabase()
        let source = MemorySource(1)
        let content = String(repeating: "0123456789", count: 1_000)
        source.add(2, content: content)
        try database.ship(source)
        let keys = try flows(database, "id = 2").map(\.key)
        let other = MemorySource()
        other.add(7, content: content)
        let shipping = InterruptedLink(try database.server.connect("postgres", database.name), at: .max)
        let connection = try database.server.connect("postgres", database.name)
        let deleting = InterruptedLink(connection, at: .max)
        let shipper = FleetShipper(
            other, ShippingPolicy(bodies: .all, bodyLimit: .max), redactor: nil, reader: FleetDatabase.reader,
            clock: { MadeFlow.noon })
        try shipper.use(shipping)
        let run = FleetRun(tenant: "default", id: RunID(9), proxy: "p", version: "0.1", started: MadeFlow.noon)
        deleting.before("DELETE FROM hark.body") { deletion in
            // It has sent the body, and not its flows.
            shipping.before("BEGIN") { _ in _ = try? connection.run(deletion) }
            while (try? shipper.ship(MemorySource.run, as: run)) == true {}
        }
        #expect(try FleetDeletion(deleting).delete(keys) == 1)
        #expect(shipper.totals.shipped == 1)
        let flow = try #require(try database.read("id = 7").first)
        #expect(FilterReader.whole(flow.response.content.kept) == Bytes(content))
        #expect(try database.read().map(\.id.number).sorted() == [1, 7])
    }
}
