import Bytes
import TestKit
import Testing

@testable import Workbench

@Suite struct PathTemplatesTests {
    private static func template(_ path: String) -> String {
        PathTemplates.text(PathTemplates.segments(of: Bytes(path))).text
    }

    @Test(arguments: [
        ("/users/17", "/users/{id}"), ("/users/17/posts/4", "/users/{id}/posts/{id}"),
        ("/o/3f0c2a9e-7b1d-4c55-9e1a-0a2b3c4d5e6f", "/o/{id}"), ("/b/9f86d081884c7d65", "/b/{id}"),
        ("/ulid/01ARZ3NDEKTSV4RRFFQ69G5FAV", "/ulid/{id}"), ("/log/2026-11-22", "/log/{date}"),
        ("/img/4711.png", "/img/{id}.png"), ("/assets/app.3f2a9c1b.js", "/assets/app.{id}.js"),
        ("/assets/main-3f2a9c1b.css", "/assets/main-{hash}.css"), ("/a/", "/a/"), ("", "/"), ("/", "/"),
    ])
    func whatVariesByItselfIsAName(path: String, template: String) {
        #expect(Self.template(path) == template)
    }

    @Test(arguments: [
        "/users/me", "/api/v2/users", "/jquery-3.6.0.min.js", "/lib/3.6.0/x.js", "/deadbeef", "/facade/decade",
        "/page-2", "/oauth2/token", "/sha256", "/internationalization", "/.well-known/openid-configuration",
        "/s3/bucket",
    ])
    func whatIsAPageOfItsOwnStays(path: String) {
        #expect(Self.template(path) == path)
    }

    private static func words(_ count: Int, _ random: inout SeededGenerator) -> [String] {
        var found: Set<String> = []
        while found.count < count {
            found.insert(
                String(
                    (0..<Int.random(in: 3...9, using: &random)).map { _ in
                        Character(UnicodeScalar(UInt8.random(in: 97...122, using: &random)))
                    }))
        }
        return found.sorted()
    }

    /// Sites with as many pages as a person makes keep every one of them apart.
    @Test func staticPathsAreNeverMerged() {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<40 {
            let sections = Self.words(Int.random(in: 1...30, using: &random), &random)
            var paths: Set<[Bytes]> = []
            for section in sections {
                for page in Self.words(Int.random(in: 0...30, using: &random), &random) {
                    paths.insert(PathTemplates.segments(of: Bytes("/\(section)/\(page)")))
                }
                paths.insert(PathTemplates.segments(of: Bytes("/\(section)")))
            }
            #expect(PathTemplates.merges(Array(paths)).isEmpty)
        }
    }

    /// Next to numbers, words stay what they are.
    @Test func aPageBesideNumbersStays() {
        let paths = ["/users/17", "/users/me", "/users/step2", "/users/settings"].map {
            PathTemplates.segments(of: Bytes($0))
        }
        #expect(PathTemplates.merges(paths).isEmpty)
    }

    @Test func manyNamesInOnePlaceAreOne() {
        var random = SeededGenerator(seed: 9)
        let names = Self.words(80, &random)
        let paths = names.map { PathTemplates.segments(of: Bytes("/shop/\($0)/reviews")) }
        let merged = Set(PathTemplates.merges(paths + [PathTemplates.segments(of: "/shop")]).values)
        #expect(merged.map { PathTemplates.text($0).text } == ["/shop/{name}/reviews"])
    }

    /// Names of owners, and in each the names of what they own: both vary.
    @Test func namesBelowNamesAreFound() {
        var random = SeededGenerator(seed: 10)
        let names = Self.words(160, &random)
        let paths = (0..<80).map { PathTemplates.segments(of: Bytes("/\(names[$0])/\(names[$0 + 80])")) }
        #expect(Set(PathTemplates.merges(paths).values).map { PathTemplates.text($0).text } == ["/{name}/{name}"])
    }

    /// Once a place is known to vary, one more name there needs no other eighty.
    @Test func whatWasMergedTakesInWhatComesLater() {
        let merged: [Bytes] = ["shop", "{name}"]
        let later: [Bytes] = ["shop", "teapot"]
        #expect(PathTemplates.merges([merged, later]) == [later: merged])
    }
}
