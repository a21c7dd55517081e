import Bytes
import HTTPModel
import Testing

@testable import Flow

/// The way of a body as its relay decides it: each effect of a rule, in each framing, to receivers that are slow.
@Suite struct BodyRelayTests {
    private func play(
        _ script: String, of kind: MessageKind = .response, _ shape: BodyShape? = nil, scriptsAnswer: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var playbook = BodyPlaybook(kind, shape, scriptsAnswer: scriptsAnswer)
        let expected = BodyPlaybook.lines(script).joined(separator: "\n")
        #expect(playbook.play(script) == expected, sourceLocation: sourceLocation)
    }

    private static func shape(_ change: (inout BodyShape) -> Void) -> BodyShape {
        var shape = BodyShape()
        change(&shape)
        return shape
    }

    private static func rate(_ bytes: Int64, isShared: Bool = false) -> ThrottleRate {
        ThrottleRate(name: "", down: bytes, up: bytes, latency: 0, isShared: isShared)
    }

    // MARK: - Without rules

    @Test func asItIsNothingPassesThroughTheRelay() {
        play(
            """
            >> waits
            >> content early
            << nowhere
            >> goes as it is
            >> frame 5;
            << own 5;
            >> content hello
            << own hello
            >> trailers X: y
            << own X: y
            >> deliver
            << deliver
            """)
    }

    @Test func inFramesOnlyTheContentGoes() {
        play(
            """
            >> goes bare
            >> frame 5;
            << nowhere
            >> content hello
            << own hello
            >> trailers X: y
            << trailers 1
            >> ends
            << end
            """)
    }

    @Test func inChunksEachPieceIsOne() {
        play(
            """
            >> goes in chunks
            >> content hello
            << own chunk hello
            >> content world
            << own chunk world
            >> ends
            << last chunk
            """)
    }

    @Test func trailersEndTheChunks() {
        play(
            """
            >> goes in chunks
            >> content hello
            << own chunk hello
            >> trailers X: y
            << trailers 1
            >> ends
            """)
    }

    @Test func trailersOfRulesFollowContentThatHasNone() {
        play(
            """
            >> goes bare with trailers
            >> content hello
            << own hello
            >> ends
            << trailers of rules
            << end
            """)
        play(
            """
            >> goes in chunks with trailers
            >> trailers X: y
            << trailers 1
            >> ends
            """)
    }

    @Test func whatIsDiscardedGoesNowhere() {
        play(
            """
            >> goes nowhere
            >> content hello
            << nowhere
            >> trailers X: y
            << nowhere
            """)
    }

    // MARK: - Seen whole

    @Test func whatIsGatheredGoesWhenItIsDecided() {
        play(
            """
            >> gather 5
            >> frame 5;
            >> content hello
            >> whole
            << gathered hello
            >> goes bare
            >> on
            << release 5
            << send hello
            >> ends
            << end
            """)
    }

    @Test func asItCameItHasItsChunks() {
        play(
            """
            >> gather 5
            >> frame 5;
            >> content hello
            >> whole
            << gathered hello
            >> goes as it is
            >> on
            << release 7
            << send 5;hello
            """)
    }

    @Test func otherContentGoesInItsPlace() {
        play(
            """
            >> gather 5
            >> content hello
            >> whole
            << gathered hello
            >> goes in chunks
            >> other bye
            << release 3
            << chunk bye
            >> ends
            << last chunk
            """)
    }

    @Test func whatIsTooLongGoesOnWithNothingLost() {
        play(
            """
            >> gather 5
            >> content hello
            >> content world
            << too long
            >> goes bare
            >> on
            << release 5
            << send hello
            << release 5
            << send world
            >> content !
            << own !
            >> ends
            << end
            """)
    }

    /// What rules keep of a request counts to the end of its exchange.
    @Test func ofARequestThatWasSeenNothingIsReleased() {
        play(
            """
            >> gather 5
            >> content hello
            >> whole
            << gathered hello
            >> goes bare
            >> on
            << send hello
            """, of: .request)
    }

    @Test func theEndWaitsForContentThatASlowReceiverDoesNotTake() {
        play(
            """
            >> goes bare
            >> slow
            >> answer hello
            >> ends
            >> deliver
            << deliver later
            >> room
            << tell 5
            << send hello
            << end
            << deliver
            << resume
            """)
    }

    @Test func aLongAnswerGoesAWindowAtATime() {
        var playbook = BodyPlaybook()
        playbook.happen("goes bare")
        playbook.happen("slow")
        playbook.happen("answer " + String(repeating: "a", count: 3 * ContentSource.window - 1))
        #expect(playbook.owed == 3 * ContentSource.window - 1 && playbook.sent.isEmpty)
        #expect(playbook.happen("room").filter { $0.hasPrefix("<< send") }.count == 3)
        #expect(playbook.owed == 0 && !playbook.keepsContent)
    }

    // MARK: - Slowly

    @Test func aRateLetsBytesGoInTheirTime() {
        play(
            """
            >> goes bare
            >> content 0123456789
            << wait 50 ms
            >> time
            << send now 0123456789
            << resume
            >> ends
            << end
            """, Self.shape { $0.throttle = Self.rate(1_000) })
    }

    @Test func nothingOvertakesWhatWaits() {
        play(
            """
            >> goes as it is
            >> content ab
            << wait 300 ms
            >> frame /
            >> content cd
            >> time
            << send now ab
            << wait 0 ms
            >> time
            << send now /
            << wait 300 ms
            >> ends
            >> deliver
            << deliver later
            >> time
            << send now cd
            << end
            << deliver
            << resume
            """, Self.shape { $0.eachChunk = 300_000 })
    }

    @Test func aSharedRateIsAskedForItsTime() {
        play(
            """
            >> goes in chunks
            >> content 0123456789
            << share 10 of r
            << wait 50 ms
            >> time
            << chunk now 0123456789
            << resume
            """,
            Self.shape {
                $0.throttle = Self.rate(1_000, isShared: true)
                $0.throttledBy = "r"
            })
    }

    @Test func whoseTimeHasComeWaitsForASlowReceiver() {
        play(
            """
            >> goes bare
            >> content hello
            << wait 20 ms
            >> slow
            >> time
            >> time
            << nobody waits
            >> room
            << send now hello
            << resume
            << resume
            >> room
            << resume
            """, Self.shape { $0.eachChunk = 20_000 })
    }

    // MARK: - Not to the end

    @Test(arguments: ["goes as it is", "goes bare", "goes with its length"])
    func aCutEndsItAndNothingFollows(handling: String) {
        play(
            """
            >> \(handling)
            >> content hello
            << send now hello
            >> content world
            << send now wo
            << cut: a rule cut the response off after 7 bytes
            >> content more
            >> ends
            >> deliver
            << deliver later
            >> room
            >> time
            << nobody waits
            """, Self.shape { $0.cut = 7 })
    }

    @Test func aCutRequestSaysSo() {
        play(
            """
            >> goes bare
            >> content hello
            << cut: a rule cut the request off after 0 bytes
            """, of: .request, Self.shape { $0.cut = 0 })
    }

    @Test func whatIsCutSlowlyIsCutAfterItsLastByte() {
        play(
            """
            >> goes bare
            >> content hello
            << wait 1 ms
            >> time
            << send now he
            << cut: a rule cut the response off after 2 bytes
            """,
            Self.shape {
                $0.cut = 2
                $0.eachChunk = 1_000
            })
    }

    @Test func whatStallsIsNeverEnded() {
        play(
            """
            >> goes in chunks
            >> content hello
            << chunk now hel
            << stall
            >> content more
            >> ends
            >> deliver
            << deliver later
            >> room
            """, Self.shape { $0.stall = 3 })
    }

    @Test func aShorterBodyIsNotCut() {
        play(
            """
            >> goes bare
            >> content hello
            << send now hello
            >> ends
            << end
            >> deliver
            << deliver
            """, Self.shape { $0.cut = 6 })
    }

    // MARK: - Scripts

    @Test func scriptsSeeContentAndItsEndBeforeTheTrailers() {
        play(
            """
            >> scripts
            >> goes in chunks
            >> content hello
            << show hello
            >> content world
            << show world
            >> seen HELLO
            << chunk now HELLO
            >> trailers X: y
            << show the end
            >> ends
            >> deliver
            << deliver later
            >> seen
            << chunk now world
            >> seen
            << trailers 1
            << deliver
            << resume
            """)
    }

    @Test func theEndIsShownOnce() {
        play(
            """
            >> scripts
            >> goes bare
            >> ends
            << show the end
            >> room
            >> seen more
            << send now more
            << end
            << resume
            >> room
            << resume
            """)
    }

    @Test func scriptsThatAnswerAtOnceHoldNothingUp() {
        play(
            """
            >> scripts
            >> goes in chunks
            >> content hello
            << show hello
            << chunk now hello
            >> ends
            << show the end
            << last chunk
            >> deliver
            << deliver
            """, scriptsAnswer: true)
    }

    @Test func whatScriptsLetGoIsCutNevertheless() {
        play(
            """
            >> scripts
            >> goes bare
            >> content hello
            << show hello
            << send now he
            << cut: a rule cut the response off after 2 bytes
            """, Self.shape { $0.cut = 2 }, scriptsAnswer: true)
    }

    /// Bytes of HTTP/1 that go as they stand are no content that a script could read.
    @Test func whatGoesAsItIsIsNotShown() {
        play(
            """
            >> scripts
            >> goes as it is
            >> content hello
            << own hello
            """)
    }

    // MARK: - The shape of what is not known yet

    @Test func aShapeWaitsForWhatItBearsOn() {
        var relay = BodyRelay(.response)
        relay.awaitShape(Self.shape { $0.cut = 3 }, size: nil)
        // A relay is no value that an expectation could keep.
        #expect(relay.isShaped == false)
        #expect(relay.settleShape(size: 5)?.shape.cut == 3 && relay.isShaped)
        #expect(relay.settleShape() == nil)
        relay.dropShape()
        #expect(relay.isShaped == false)
    }

    @Test func anotherBodyHasNothingOfTheOneBefore() {
        var relays = BodyRelays()
        relays.request.sensitiveLines = [1]
        relays.response.sensitiveLines = [2]
        _ = relays.response.shape(Self.shape { $0.stall = 0 }, size: nil)
        relays.request.follow(.gather(limit: 9), .forward, wantsTrailers: true)
        _ = relays.request.keep(.content, "hello", limit: 9, hasRoom: true)
        #expect(relays.request.gatheredContent() == "hello" && relays.response.isShaped)
        relays.begin()
        #expect(relays.request.gatheredContent() == nil)
        #expect(!relays.response.isShaped && !relays.request.wantsTrailers)
        #expect(relays.request.sensitiveLines == [1] && relays.response.sensitiveLines.isEmpty)
        #expect(relays.readRest(Exchange.receptionLimit) && !relays.readRest(1))
    }

    // MARK: - Whatever happens

    private static let effects: [BodyShape?] = [
        nil, shape { $0.throttle = rate(3_000) }, shape { $0.throttle = rate(700, isShared: true) },
        shape { $0.eachChunk = 1_000 }, shape { $0.cut = 9 }, shape { $0.stall = 4 },
        shape {
            $0.cut = 11
            $0.throttle = rate(1_000)
        },
    ]

    /// In any order of room and time all content goes once and in its order, as far as rules let it; the end comes
    /// after all of it, once, and not at all behind a cut.
    @Test(arguments: effects.indices, ["goes bare", "goes in chunks", "goes with its length"])
    func contentGoesOnceAndTheEndComesLast(effect: Int, handling: String) {
        let shape = Self.effects[effect]
        let most = min(shape?.cut ?? .max, shape?.stall ?? .max)
        for seed in 0..<40 as Range<UInt64> {
            var chance = Chance(seed: seed, 1, 1)
            var playbook = BodyPlaybook(.response, shape, scriptsAnswer: true)
            if seed % 3 == 0 { playbook.happen("scripts") }
            playbook.happen(handling)
            var content = ""
            for number in 0..<6 {
                // Nothing more is read while something waits.
                while playbook.keepsContent, Int64(playbook.sent.utf8.count) < most, playbook.wakes != nil {
                    let before = playbook.sent
                    if chance.next() % 3 == 0 { playbook.happen("slow") }
                    playbook.happen("time")
                    if playbook.isSlow { #expect(playbook.sent == before) }
                    if chance.next() % 2 == 0 || playbook.wakes == nil { playbook.happen("room") }
                }
                content += "\(number)abc"
                playbook.happen("content \(number)abc")
            }
            playbook.happen("ends")
            for _ in 0..<60 {
                playbook.happen("time")
                playbook.happen("room")
            }
            let ends = playbook.transcript.indices.filter {
                ["<< end", "<< last chunk"].contains(playbook.transcript[$0])
            }
            let lastSent = playbook.transcript.lastIndex {
                $0.hasPrefix("<< send") || $0.hasPrefix("<< chunk") || $0.hasPrefix("<< own")
            }
            if most == .max {
                #expect(playbook.sent == content)
                #expect(ends.count == 1 && ends[0] > lastSent ?? 0)
            } else {
                #expect(playbook.sent == content.prefix(Int(most)) && ends.isEmpty)
            }
        }
    }
}
