import ArgumentParser
import Engine
import Flow
import Testing

@testable import hark

/// Values of flags, as people write them.
@Suite struct OptionValueTests {
    @Test(arguments: [
        ("0", 0), ("1048576", 1 << 20), ("64KiB", 64 << 10), ("16kB", 16_000), ("16MB", 16_000_000),
        ("16MiB", 16 << 20), ("1 GiB", 1 << 30), ("2gb", 2_000_000_000), ("5B", 5), ("1.5MiB", 3 << 19),
    ])
    func aSizeIsANumberAndAUnit(text: String, size: Int) throws {
        #expect(try FigureOption.size(text, of: "--keep") == size)
        #expect(try ProxyOptions.parse(["--max-body-record", text]).bodyLimit() == size)
    }

    @Test(arguments: [
        "", "k", "-1", "+1", "1.5M", "16k", "2G", "16 MiBs", "1  MiB", "99999999999999999999", "9223372036854775807kB",
        "٣", "1e3", ".5MiB", "1.MiB",
    ])
    func whatIsNoSizeIsRefusedByName(text: String) {
        let error = #expect(throws: ValidationError.self) { try FigureOption.size(text, of: "--keep") }
        #expect(error?.message.hasPrefix("--keep '\(text)' ") == true)
    }

    /// `64k` was read as 64 KiB by options and refused by filters.
    @Test(arguments: ["64k", "16M", "1g", "2T"]) func aBareLetterCouldBeEither(text: String) {
        let error = #expect(throws: ValidationError.self) { try FigureOption.size(text, of: "--keep") }
        #expect(error?.message.contains("1,024") == true)
    }

    @Test(arguments: ["12h", "7d", "4w", "90m"]) func anAgeIsATime(text: String) {
        let seconds: [String: Int64] = ["12h": 43_200, "7d": 604_800, "4w": 2_419_200, "90m": 5_400]
        #expect(FigureOption.age(text) == seconds[text])
    }

    @Test(arguments: [
        ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("30", .seconds(30)),
        ("1.5s", .milliseconds(1500)),
        ("5m", .seconds(300)), ("1h", .seconds(3600)), ("0.001s", .milliseconds(1)), ("2d", .seconds(172_800)),
        ("1 s", .seconds(1)),
    ])
    func aTimeIsANumberAndAUnit(text: String, time: Duration) {
        #expect(TimeSpan.parse(text) == time)
    }

    @Test(arguments: [
        "", "s", "0", "0s", "-1s", "366d", "1.2.3s", ".5s", "5.s", "1e3s", "9000000h", "1  s", "0.0001ms",
    ])
    func whatIsNoTimeIsNone(text: String) {
        #expect(TimeSpan.parse(text) == nil)
    }

    @Test(arguments: ["10m", "90s", "1h", "1500ms", "250ms"])
    func aTimeIsWrittenAsItIsRead(text: String) throws {
        #expect(TimeSpan.text(try #require(TimeSpan.parse(text))) == text)
    }

    @Test func eachTimeLimitCanBeChangedByItsName() throws {
        for name in TimeoutName.allCases {
            let change = try TimeoutChange("\(name.rawValue)=7s")
            #expect(change.name == name && change.time == .seconds(7))
        }
        for text in ["", "idle", "idle=", "=5s", "Idle=5s", "idle=5s=6s", "nothing=5s"] {
            #expect(throws: (any Error).self, "\(text)") { try TimeoutChange(text) }
        }
    }

    @Test func neverIsSaidOfHalfClosesAlone() throws {
        #expect(try TimeoutChange("half-close=never").time == Timeouts.never)
        for name in TimeoutName.allCases where name != .halfClose {
            #expect(throws: (any Error).self, "\(name)") { try TimeoutChange("\(name.rawValue)=never") }
        }
        #expect(throws: (any Error).self) { try TimeoutChange("half-close=Never") }
    }

    @Test func ofTwoChangesTheLaterCounts() throws {
        let options = try TimeoutOptions.parse(["--timeout", "idle=1s", "--timeout", "idle=2s"])
        var timeouts = Timeouts()
        options.apply(to: &timeouts)
        #expect(timeouts[.idle] == .seconds(2))
    }

    @Test(arguments: ["127.0.0.1:8888", "[::1]:0", "localhost:1", "*:80"])
    func aListenerIsAHostAndAPort(text: String) throws {
        let plain = try ListenPlace(text)
        #expect(plain.address.description == text && plain.manner == .http)
        let secure = try ListenPlace("HTTPS://" + text)
        #expect(secure.address.description == text && secure.manner == .https)
        #expect(try ListenPlace("socks5://" + text).manner == .socks5)
        let reverse = try ListenPlace("reverse+https://\(text)=http://a.example:81")
        #expect(reverse.address.description == text && reverse.manner == .https)
        #expect(reverse.server?.description == "a.example:81" && reverse.server?.isSecure == false)
    }

    @Test(arguments: ["88888", "127.0.0.1", ":-8", "::1:80", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1", ""])
    func whatNamesNoPlaceIsRefused(text: String) {
        #expect(throws: (any Error).self) { try ListenPlace(text) }
        #expect(throws: (any Error).self) { try ListenPlace("https://" + text) }
    }

    @Test func twoSpellingsOfAPlaceAreOne() {
        #expect(FilePlace("/tmp/./hark-x.har") == FilePlace("/tmp/hark-x.har"))
        #expect(FilePlace("/tmp/hark-x.har") != FilePlace("/tmp/hark-y.har"))
        #expect(FilePlace("hark-x.har") == FilePlace("./hark-x.har"))
    }
}
