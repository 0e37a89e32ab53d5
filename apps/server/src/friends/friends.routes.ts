import {
  acceptRequestRoute,
  friendCountsRoute,
  friendPresenceRoute,
  listFriendsRoute,
  listRequestsRoute,
  listSentRequestsRoute,
  rejectRequestRoute,
  removeFriendRoute,
  searchPeopleRoute,
  sendRequestRoute,
  suggestPeopleRoute,
  withdrawRequestRoute,
} from '@covo/contract/friends/friends.routes'
import { addressOf, createRouter, viewerOf } from '../platform/http/router.ts'
import type { FriendsService } from './friends.service.ts'

export function friendsRoutes(friends: FriendsService) {
  const router = createRouter()

  router.openapi(friendCountsRoute, async (context) =>
    context.json(await friends.readCounts(viewerOf(context).uid), 200),
  )

  router.openapi(friendPresenceRoute, async (context) =>
    context.json({ online: await friends.listOnlineFriends(viewerOf(context).uid) }, 200),
  )

  router.openapi(listFriendsRoute, async (context) => {
    const { search, cursor } = context.req.valid('query')
    return context.json(await friends.listFriends(viewerOf(context).uid, search, cursor), 200)
  })

  router.openapi(listRequestsRoute, async (context) => {
    const { cursor } = context.req.valid('query')
    return context.json(await friends.listRequests(viewerOf(context).uid, cursor), 200)
  })

  router.openapi(listSentRequestsRoute, async (context) => {
    const { cursor } = context.req.valid('query')
    return context.json(await friends.listSentRequests(viewerOf(context).uid, cursor), 200)
  })

  router.openapi(searchPeopleRoute, async (context) => {
    const { query, cursor } = context.req.valid('query')
    const searcher = { viewerId: viewerOf(context).uid, address: addressOf(context) }
    return context.json(await friends.searchPeople(searcher, query, cursor), 200)
  })

  router.openapi(suggestPeopleRoute, async (context) =>
    context.json({ people: await friends.suggestPeople(viewerOf(context).uid) }, 200),
  )

  router.openapi(sendRequestRoute, async (context) => {
    const { uid: recipientId } = context.req.valid('json')
    const relation = await friends.sendRequest(viewerOf(context).uid, recipientId)
    return context.json({ relation }, 200)
  })

  router.openapi(acceptRequestRoute, async (context) => {
    const { uid: senderId } = context.req.valid('param')
    await friends.acceptRequest(viewerOf(context).uid, senderId)
    return context.body(null, 204)
  })

  router.openapi(rejectRequestRoute, async (context) => {
    const { uid: senderId } = context.req.valid('param')
    await friends.rejectRequest(viewerOf(context).uid, senderId)
    return context.body(null, 204)
  })

  router.openapi(withdrawRequestRoute, async (context) => {
    const { uid: recipientId } = context.req.valid('param')
    await friends.withdrawRequest(viewerOf(context).uid, recipientId)
    return context.body(null, 204)
  })

  router.openapi(removeFriendRoute, async (context) => {
    const { uid: friendId } = context.req.valid('param')
    await friends.removeFriend(viewerOf(context).uid, friendId)
    return context.body(null, 204)
  })

  return router
}
